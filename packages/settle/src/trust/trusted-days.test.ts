import { trustedDays, type Watermarks } from './trusted-days.ts';

const hour = 3_600_000;
const day = 24 * hour;
const monday = Date.UTC(2026, 9, 12);
/** Noon on Friday. */
const now = monday + 4.5 * day;

/** By day, 0 for Monday. The times are relative to now. */
type ByDay = Record<number, number>;

interface Given {
  /** When sessions of a day, or of its first hour, last changed, and when a late ping last came for it. */
  changed?: ByDay;
  firstHour?: ByDay;
  late?: ByDay;
  earlierLate?: number;
  /** Watermarks of one table with the rule of sessions, and of one with that of visitors. */
  sessions?: ByDay;
  visitors?: ByDay;
  days?: [number, number];
}

const longAgo = -100 * day;
const midnight = (number: number) => monday + number * day;

function find({ changed = {}, firstHour, late, earlierLate, sessions, visitors, days = [0, 1] }: Given) {
  const at = (time: number | undefined) => (time === undefined ? 0 : now + time);
  const byBegin = <Value>(times: ByDay, value: (number: number, time: number) => Value) =>
    new Map(Object.entries(times).map(([n, time]) => [midnight(Number(n)), value(Number(n), time)]));
  const marks = (times: ByDay) => byBegin(times, (_, time) => at(time));
  const tables: Watermarks[] = [];
  if (sessions) tables.push({ changes: 'session', days: marks(sessions) });
  if (visitors) tables.push({ changes: 'visitor', days: marks(visitors) });
  const changedDays = byBegin(changed, (number, time) => ({
    changedAt: at(time),
    firstHoursChangedAt: at(firstHour?.[number]),
    lateAt: at(late?.[number]),
  }));
  const changes = { days: changedDays, earlierLateAt: at(earlierLate), now };
  return trustedDays(tables, changes, { start: midnight(days[0]), end: midnight(days[1]) });
}

const firstVisits: Given = { visitors: { 1: -1, 2: -1, 3: -1, 4: -1 }, days: [1, 5] };

test.each<[string, Given]>([
  // A day is settled when its sessions last changed before its watermark.
  ['settled', { changed: { 0: -10 }, sessions: { 0: -9 } }],
  // A change at the watermark makes it stale, and changed sessions count from the watermark.
  ['changed since -10', { changed: { 0: -10 }, sessions: { 0: -10 } }],
  // A day that was never settled is live, one without sessions is settled, with or without a watermark.
  ['live', { changed: { 0: longAgo }, sessions: {} }],
  ['settled settled settled', { sessions: {}, days: [0, 3] }],
  ['settled', { visitors: { 0: longAgo }, earlierLate: 0 }],
  // Sessions may last over midnight: a change on the day before counts.
  ['changed settled since -1', { changed: { 0: 0 }, sessions: { 1: -1 }, days: [1, 3] }],
  // An id may be ahead of its pings: a change in the first hour of the next day counts.
  ['changed since -5', { changed: { 1: 0 }, firstHour: { 1: -5 }, sessions: { 0: -5 } }],
  ['settled', { changed: { 1: 0 }, firstHour: { 1: -5 }, sessions: { 0: -4 } }],
  // After two days the list of changed sessions is incomplete; while nothing changes, no age matters.
  [`changed since ${-2 * day}`, { changed: { 0: 0 }, sessions: { 0: -2 * day } }],
  ['live', { changed: { 0: 0 }, sessions: { 0: -2 * day - 1 } }],
  ['settled', { changed: { 0: longAgo - 1 }, sessions: { 0: longAgo } }],
  // A late ping moves first visits on any later day, but no sessions; one before all requested days does so too.
  ['changed since -1', { changed: { 0: 0, 9: longAgo }, late: { 0: 0 }, visitors: { 9: -1 }, days: [9, 10] }],
  ['settled', { changed: { 0: 0, 9: longAgo }, late: { 0: 0 }, sessions: { 9: -1 }, days: [9, 10] }],
  ['changed since -1', { changed: { 0: longAgo }, earlierLate: 0, visitors: { 0: -1 } }],
  ['settled', { changed: { 0: longAgo }, earlierLate: -2, visitors: { 0: -1 } }],
  // Sessions move first visits within three days.
  ['changed settled settled settled since -1', { ...firstVisits, changed: { 0: 0, 4: longAgo } }],
  [
    'changed changed changed settled since -1',
    { ...firstVisits, changed: { 0: 0, 1: longAgo, 2: longAgo, 4: longAgo } },
  ],
  // The worst table decides the state of a day, and the oldest watermark counts.
  [
    'changed changed since -9',
    { changed: { 0: -5, 1: -5 }, sessions: { 0: -4, 1: -9 }, visitors: { 0: -7, 1: 0 }, days: [0, 2] },
  ],
  ['live', { changed: { 0: -5, 1: -5 }, sessions: { 0: 0 }, visitors: {} }],
])('days are %s with %j', (expected, given) => {
  const { runs, changedSince } = find(given);
  const states = runs.flatMap(({ state, from, until }) => Array<string>((until - from) / day).fill(state));
  if (changedSince !== undefined) states.push(`since ${changedSince - now}`);
  expect(states.join(' ')).toBe(expected);
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
  const changed = Object.fromEntries(odd.map((number) => [number, 0]));
  const sessions = Object.fromEntries(odd.map((number) => [number + 1, 1]));
  expect(find({ changed, sessions, days: [0, 40] }).runs).toHaveLength(20);
  expect(find({ changed, sessions, days: [0, 50] })).toEqual({
    runs: [
      { state: 'settled', from: midnight(0), until: midnight(3) },
      { state: 'live', from: midnight(3), until: midnight(44) },
      { state: 'settled', from: midnight(44), until: midnight(50) },
    ],
    changedSince: undefined,
  });
});
