import { trustedDays } from './trusted-days.ts';

const hour = 3_600_000;
const day = 24 * hour;
const monday = Date.UTC(2026, 9, 12);
/** Noon on Friday. */
const now = monday + 4.5 * day;

/** By day, 0 for Monday. The times are relative to now. */
type ByDay = Record<number, number>;

interface Given {
  /** When sessions and first visits of a day last changed. */
  changed?: ByDay;
  visits?: ByDay;
  /** Watermarks of a table of sessions, and of one of first visits. */
  sessions?: ByDay;
  visitors?: ByDay;
  days?: [number, number];
}

const longAgo = -100 * day;
const midnight = (number: number) => monday + number * day;

function find({ changed = {}, visits = {}, sessions, visitors, days = [0, 1] }: Given) {
  const byBegin = (times: ByDay) =>
    new Map(Object.entries(times).map(([number, time]) => [midnight(Number(number)), now + time]));
  const held = byBegin(changed);
  const tables = [
    ...(sessions ? [{ changed: held, watermarks: byBegin(sessions) }] : []),
    ...(visitors ? [{ changed: byBegin(visits), watermarks: byBegin(visitors) }] : []),
  ];
  return trustedDays(tables, { held, now }, { start: midnight(days[0]), end: midnight(days[1]) });
}

const both: Given = { changed: { 0: -5, 1: -5 }, visits: { 0: -5, 1: -5 }, days: [0, 2] };
test.each<[string, Given]>([
  // A day is settled when its sessions last changed before its watermark.
  ['settled', { changed: { 0: -10 }, sessions: { 0: -9 } }],
  // A change at the watermark makes it stale, and changed sessions count from the watermark.
  ['changed since -10', { changed: { 0: -10 }, sessions: { 0: -10 } }],
  // A day that was never settled is live, and one without sessions between others is settled. Those at the ends are left out.
  ['live', { changed: { 0: longAgo }, sessions: {} }],
  ['live settled live', { changed: { 1: longAgo, 3: longAgo }, sessions: {}, days: [0, 5] }],
  ['', { sessions: {}, days: [0, 3] }],
  ['changed since -1', { changed: { 1: 0 }, sessions: { 1: -1 }, days: [1, 3] }],
  // After two days the list of changed sessions is incomplete; while nothing changes, no age matters.
  [`changed since ${-2 * day}`, { changed: { 0: 0 }, sessions: { 0: -2 * day } }],
  ['live', { changed: { 0: 0 }, sessions: { 0: -2 * day - 1 } }],
  ['settled', { changed: { 0: longAgo - 1 }, sessions: { 0: longAgo } }],
  // First visits change by themselves.
  ['changed since -1', { changed: { 0: longAgo }, visits: { 0: 0 }, visitors: { 0: -1 } }],
  ['settled', { changed: { 0: 0 }, visits: { 0: -2 }, visitors: { 0: -1 } }],
  // The worst table decides the state of a day, and the oldest watermark counts.
  ['changed changed since -9', { ...both, sessions: { 0: -4, 1: -9 }, visitors: { 0: -7, 1: 0 } }],
  ['live', { ...both, sessions: { 0: 0 }, visitors: {}, days: [0, 1] }],
])('days are %s with %j', (expected, given) => {
  const { runs, changedSince } = find(given);
  const states = runs.flatMap(({ state, from, until }) => Array<string>((until - from) / day).fill(state));
  if (changedSince !== undefined) states.push(`since ${changedSince - now}`);
  expect(states.join(' ')).toBe(expected);
});

test('runs cover whole days of the range', () => {
  const range = { start: monday + hour, end: monday + day + 1 };
  const held = new Map([-1, 0, 1, 2].map((number) => [midnight(number), 0]));
  const run = { state: 'settled', from: monday, until: monday + 2 * day };
  expect(trustedDays([], { held, now }, range).runs).toEqual([run]);
});

test('more than 20 runs become one live run between the settled ones', () => {
  const odd = Array.from({ length: 11 }, (_, index) => index * 4 + 3);
  const changed = Object.fromEntries(odd.map((number) => [number, 0]));
  expect(find({ changed, sessions: {}, days: [0, 40] }).runs).toHaveLength(19);
  const settled = { 0: -2, 48: -2 };
  expect(find({ changed: { ...changed, ...settled }, sessions: { 0: -1, 48: -1 }, days: [0, 50] })).toEqual({
    runs: [
      { state: 'settled', from: midnight(0), until: midnight(3) },
      { state: 'live', from: midnight(3), until: midnight(44) },
      { state: 'settled', from: midnight(44), until: midnight(49) },
    ],
    changedSince: undefined,
  });
});
