import { type ChangedDay, type TrustedDays, trustedDays, type Watermarks } from './trusted-days.ts';

const hour = 3_600_000;
const day = 24 * hour;
const monday = Date.UTC(2026, 9, 12);
/** Noon on Friday. */
const now = monday + 4.5 * day;

/** By day, 0 for Monday. */
type ByDay<Value> = Record<number, Value>;

interface Given {
  changed?: ByDay<Partial<ChangedDay>>;
  earlierLateAt?: number;
  /** Watermarks of one table with the rule of sessions, and of one with that of visitors. */
  sessions?: ByDay<number>;
  visitors?: ByDay<number>;
  days?: [number, number];
}

function find({ changed = {}, earlierLateAt = 0, sessions, visitors, days = [0, 1] }: Given): TrustedDays {
  const byBegin = <Value>(values: ByDay<Value>) =>
    new Map(Object.entries(values).map(([number, value]) => [monday + Number(number) * day, value]));
  const tables: Watermarks[] = [];
  if (sessions) tables.push({ changes: 'session', days: byBegin(sessions) });
  if (visitors) tables.push({ changes: 'visitor', days: byBegin(visitors) });
  const never = { changedAt: 0, firstHourChangedAt: 0, lateAt: 0 };
  const changedDays = Object.fromEntries(
    Object.entries(changed).map(([number, value]) => [number, { ...never, ...value }]),
  );
  const changes = { days: byBegin(changedDays), earlierLateAt, now };
  return trustedDays(tables, changes, { start: monday + days[0] * day, end: monday + days[1] * day });
}

/** The states of the days, in order. */
const states = ({ runs }: TrustedDays) =>
  runs.flatMap(({ state, from, until }) => Array<string>((until - from) / day).fill(state));

test('a day is settled when its sessions last changed before its watermark', () => {
  expect(find({ changed: { 0: { changedAt: now - 10 } }, sessions: { 0: now - 9 } })).toEqual({
    runs: [{ state: 'settled', from: monday, until: monday + day }],
    changedSince: undefined,
  });
});

test('a change at the watermark makes the day stale, and changed sessions count from the watermark', () => {
  expect(find({ changed: { 0: { changedAt: now - 10 } }, sessions: { 0: now - 10 } })).toEqual({
    runs: [{ state: 'changed', from: monday, until: monday + day }],
    changedSince: now - 10,
  });
});

test('a day that was never settled is live', () => {
  expect(states(find({ changed: { 0: { changedAt: 1 } }, sessions: {} }))).toEqual(['live']);
});

test('a day without sessions is settled, with or without a watermark', () => {
  expect(states(find({ sessions: {}, days: [0, 3] }))).toEqual(['settled', 'settled', 'settled']);
  expect(states(find({ visitors: { 0: 5 }, earlierLateAt: now }))).toEqual(['settled']);
});

test('sessions may last over midnight: a change on the day before counts', () => {
  const changed = { 0: { changedAt: now } };
  expect(states(find({ changed, sessions: { 1: now - 1 }, days: [1, 3] }))).toEqual(['changed', 'settled']);
});

test('an id may be ahead of its pings: a change in the first hour of the next day counts', () => {
  const changed = { 1: { changedAt: now, firstHourChangedAt: now - 5 } };
  expect(states(find({ changed, sessions: { 0: now - 5 } }))).toEqual(['changed']);
  expect(states(find({ changed, sessions: { 0: now - 4 } }))).toEqual(['settled']);
});

test('a changed day whose watermark is more than two days old is live: its list of changed sessions is incomplete', () => {
  const changed = { 0: { changedAt: now } };
  expect(states(find({ changed, sessions: { 0: now - 2 * day } }))).toEqual(['changed']);
  expect(states(find({ changed, sessions: { 0: now - 2 * day - 1 } }))).toEqual(['live']);
});

test('the age of a watermark does not matter while nothing changes', () => {
  expect(states(find({ changed: { 0: { changedAt: 1 } }, sessions: { 0: 2 } }))).toEqual(['settled']);
});

test('sessions move first visits within three days', () => {
  const given = { changed: { 0: { changedAt: now }, 4: { changedAt: 1 } }, days: [1, 5] as [number, number] };
  const watermarks = { 1: now - 1, 2: now - 1, 3: now - 1, 4: now - 1 };
  expect(states(find({ ...given, visitors: watermarks }))).toEqual([
    'changed',
    'settled',
    'settled',
    'settled',
  ]);
  const busy = { 0: { changedAt: now }, 1: { changedAt: 1 }, 2: { changedAt: 1 }, 4: { changedAt: 1 } };
  expect(states(find({ ...given, changed: busy, visitors: watermarks }))).toEqual([
    'changed',
    'changed',
    'changed',
    'settled',
  ]);
});

test('a late ping moves first visits on any later day, but no sessions', () => {
  const changed = { 0: { changedAt: now, lateAt: now }, 9: { changedAt: 1 } };
  expect(states(find({ changed, visitors: { 9: now - 1 }, days: [9, 10] }))).toEqual(['changed']);
  expect(states(find({ changed, sessions: { 9: now - 1 }, days: [9, 10] }))).toEqual(['settled']);
});

test('a late ping before all requested days does so too', () => {
  const changed = { 0: { changedAt: 1 } };
  expect(states(find({ changed, earlierLateAt: now, visitors: { 0: now - 1 } }))).toEqual(['changed']);
  expect(states(find({ changed, earlierLateAt: now - 2, visitors: { 0: now - 1 } }))).toEqual(['settled']);
});

test('the worst table decides the state of a day, and the oldest watermark counts', () => {
  const changed = { 0: { changedAt: now - 5 }, 1: { changedAt: now - 5 } };
  expect(
    find({ changed, sessions: { 0: now - 4, 1: now - 9 }, visitors: { 0: now - 7, 1: now }, days: [0, 2] }),
  ).toEqual({
    runs: [{ state: 'changed', from: monday, until: monday + 2 * day }],
    changedSince: now - 9,
  });
  expect(states(find({ changed, sessions: { 0: now }, visitors: {} }))).toEqual(['live']);
});

test('runs cover whole days of the range', () => {
  const changes = { days: new Map(), earlierLateAt: 0, now };
  const range = { start: monday + hour, end: monday + day + 1 };
  expect(trustedDays([], changes, range).runs).toEqual([
    { state: 'settled', from: monday, until: monday + 2 * day },
  ]);
});

test('more than 20 runs become one live run between the settled ones', () => {
  const odd = Array.from({ length: 11 }, (_, index) => index * 4 + 3);
  const changed = Object.fromEntries(odd.map((number) => [number, { changedAt: now }]));
  const sessions = Object.fromEntries(odd.map((number) => [number + 1, now + 1]));
  expect(find({ changed, sessions, days: [0, 40] }).runs).toHaveLength(20);
  expect(find({ changed, sessions, days: [0, 50] })).toEqual({
    runs: [
      { state: 'settled', from: monday, until: monday + 3 * day },
      { state: 'live', from: monday + 3 * day, until: monday + 44 * day },
      { state: 'settled', from: monday + 44 * day, until: monday + 50 * day },
    ],
    changedSince: undefined,
  });
});
