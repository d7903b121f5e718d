import { createWaiting } from './waiting.ts';

test('the day that has waited longest is named, and failed days are retried later each time', () => {
  let now = 0;
  const days = createWaiting(60_000, () => now);
  days.see(['2026-11-21']);
  now = 10_000;
  days.see(['2026-11-22', '2026-11-21']);
  expect([days.next(), days.state()]).toEqual([
    ['2026-11-22', '2026-11-21'],
    { dueSeconds: 10, dueDate: '2026-11-21', failures: 0, rebuiltAt: undefined },
  ]);
  const retries = [1, 2, 3].map(() => days.failed('2026-11-21').retryInSeconds);
  expect([retries, days.next()]).toEqual([[60, 120, 240], ['2026-11-22']]);
  now += 240_000;
  expect(days.next()).toEqual(['2026-11-22', '2026-11-21']);
  days.rebuilt('2026-11-21');
  expect(days.state()).toEqual({ dueSeconds: 240, dueDate: '2026-11-22', failures: 3, rebuiltAt: 250_000 });
});

test('a retry that a clock ahead put off too far comes at once', () => {
  let now = Date.UTC(2027, 0);
  const days = createWaiting(60_000, () => now);
  days.see(['2026-11-21']);
  days.failed('2026-11-21');
  now = Date.UTC(2026, 10, 22);
  expect(days.next()).toEqual(['2026-11-21']);
});
