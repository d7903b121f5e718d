import { withLiveDays, worstDays } from './over-shards.ts';
import type { DayState } from './trusted-days.ts';

const day = 86_400_000;
const run = (state: DayState, from: number, until: number) => ({
  state,
  from: from * day,
  until: until * day,
});

test('a day has the worst state of all shards, and changed since the oldest watermark', () => {
  const session = { sessionHour: 0, sessionId: 'a', visitorHour: 0, visitorId: 'v' };
  const other = { ...session, sessionId: 'b' };
  const one = [run('settled', 0, 4), run('changed', 4, 6)];
  const another = [run('changed', 0, 1), run('settled', 1, 5), run('live', 5, 6)];
  expect(
    worstDays([
      { runs: one, changedSince: 20, changedSessions: [session] },
      { runs: another, changedSince: 10, changedSessions: [other] },
    ]),
  ).toEqual({
    runs: [run('changed', 0, 1), run('settled', 1, 4), run('changed', 4, 5), run('live', 5, 6)],
    changedSince: 10,
    changedSessions: [session, other],
  });
});

test('the changed sessions of all shards are looked up when one of them has too many to name', () => {
  const changed = { runs: [run('changed', 0, 1)], changedSince: 10 };
  expect(worstDays([{ ...changed, changedSessions: [] }, changed]).changedSessions).toBeUndefined();
});

test('no sessions are changed where every such day is live on another shard', () => {
  const live = { runs: [run('live', 0, 1)], changedSince: undefined };
  expect(worstDays([{ runs: [run('changed', 0, 1)], changedSince: 10 }, live])).toEqual(live);
});

test('days that became live', () => {
  const days = { runs: [run('settled', 0, 4), run('live', 4, 5)], changedSince: undefined };
  expect(withLiveDays(days, [day, 3 * day, 9 * day])).toEqual({
    runs: [run('settled', 0, 1), run('live', 1, 2), run('settled', 2, 3), run('live', 3, 5)],
    changedSince: undefined,
  });
});
