import { withLiveDays, worstDays } from './over-shards.ts';
import type { DayState } from './trusted-days.ts';

const day = 86_400_000;
const run = (state: DayState, from: number, until: number) => {
  return { state, from: from * day, until: until * day };
};

test('a day has the worst state of all shards, and changed since the oldest watermark', () => {
  const session = { sessionHour: 0, sessionId: 'a', visitorHour: 0, visitorId: 'v' };
  const other = { ...session, sessionId: 'b' };
  const one = [run('settled', 0, 4), run('changed', 4, 6)];
  const another = [run('changed', 0, 1), run('settled', 1, 5), run('live', 5, 6)];
  const worst = worstDays([
    { runs: one, changedSince: 20, changedSessions: [session] },
    { runs: another, changedSince: 10, changedSessions: [other] },
  ]);
  const runs = [run('changed', 0, 1), run('settled', 1, 4), run('changed', 4, 5), run('live', 5, 6)];
  expect(worst).toEqual({ runs, changedSince: 10, changedSessions: [session, other] });
});

test('sessions are looked up when one shard has too many to name; none are where its days are live on another', () => {
  const changed = { runs: [run('changed', 0, 1)], changedSince: 10 };
  expect(worstDays([{ ...changed, changedSessions: [] }, changed]).changedSessions).toBeUndefined();
  const live = { runs: [run('live', 0, 1)], changedSince: undefined };
  expect(worstDays([changed, live])).toEqual(live);
});

test('shards may have rows of different days', () => {
  const on = (from: number, until: number) => ({ runs: [run('live', from, until)], changedSince: undefined });
  const runs = [run('live', 0, 1), run('settled', 1, 2), run('live', 2, 4)];
  expect(worstDays([on(2, 4), on(0, 1)]).runs).toEqual(runs);
  expect(worstDays([{ runs: [], changedSince: undefined }]).runs).toEqual([]);
});

test('days that became live', () => {
  const days = { runs: [run('settled', 0, 4), run('live', 4, 5)], changedSince: undefined };
  const runs = [run('settled', 0, 1), run('live', 1, 2), run('settled', 2, 3), run('live', 3, 5)];
  expect(withLiveDays(days, [day, 3 * day, 9 * day])).toEqual({ runs, changedSince: undefined });
});
