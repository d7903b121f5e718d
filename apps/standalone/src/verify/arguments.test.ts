import { readTask, usage } from './arguments.ts';

const now = Date.UTC(2026, 10, 21, 12);

test('without arguments everything until now is checked', () => {
  expect(readTask([], now)).toEqual({ kind: 'verify', from: undefined, to: now });
});

test('a period is two times, each a date, a moment, or how long ago', () => {
  expect(readTask(['--from', '2026-11-20', '--to', '2026-11-21T10:15:00+01:00'], now)).toEqual({
    kind: 'verify',
    from: Date.UTC(2026, 10, 20),
    to: Date.UTC(2026, 10, 21, 9, 15),
  });
  expect(readTask(['--from', '2w', '--to', '90m'], now)).toEqual({
    kind: 'verify',
    from: now - 14 * 86_400_000,
    to: now - 90 * 60_000,
  });
});

test('prints help that names every option', () => {
  expect(readTask(['--help'], now)).toEqual({ kind: 'help' });
  expect(usage).toMatch(/--from.*--to.*--help/s);
});

test.each([
  [['--from', 'yesterday'], '--from yesterday: expected a date'],
  [['--from', '2026-11-20T10:00'], '--from 2026-11-20T10:00: expected a date'],
  [['--to', '3x'], '--to 3x: expected a date'],
  [['--from', '1h', '--to', '2h'], '--to must be after --from'],
  [['--since', '1h'], '--since'],
  [['log'], 'log'],
])('refuses %j with a reason', (args, message) => {
  expect(() => readTask(args, now)).toThrow(message);
});
