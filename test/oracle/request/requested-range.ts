import fc from 'fast-check';
import type { Range } from '../chosen.ts';
import { type Anchor, now } from '../traffic/anchors.ts';
import { day, hour, minute, moment } from '../traffic/moment.ts';
import { dateOf, instantOf, localIso, midnight, wallTime } from '../wall-clock.ts';

export interface RequestedRange {
  parameters: Record<string, string>;
  range: Range;
  /** The previous range, which reports compare with; null without one. */
  before: Range | null;
}

interface RequestedMoments {
  parameters: { start: string; end: string };
  range: Range;
}

type RangeOf = (anchor: Anchor, timezone: string) => RequestedRange;

const units = { m: minute, h: hour, d: day, w: 7 * day };
const longest = { m: 5000, h: 200, d: 40, w: 5 };

const count = fc
  .constantFrom<keyof typeof units>('m', 'h', 'd', 'w')
  .chain((unit) =>
    fc
      .integer({ min: 1, max: longest[unit] })
      .map((n) => ({ period: `${n}${unit}`, length: n * units[unit] })),
  );

const length = fc.oneof(
  fc.constantFrom(1, hour, day, 48 * hour, 48 * hour + 1),
  fc.integer({ min: 1, max: 2 * hour }),
  fc.integer({ min: 1, max: 10 * day }),
);

/** From one instant to another, in UTC or with an offset. */
const instants = fc
  .record({ from: moment, length, offset: fc.boolean() })
  .map(({ from, length, offset }) => ({ at }: Anchor, timezone: string): RequestedMoments => {
    const [start, end] = [at + from, at + from + length];
    return {
      parameters: { start: iso(start, offset ? timezone : ''), end: iso(end, offset ? timezone : '') },
      range: { start, end },
    };
  });

/** Whole local days, including the last one. */
const dates = fc
  .record({ from: fc.integer({ min: -4, max: 3 }), more: fc.integer({ min: 0, max: 5 }) })
  .map(({ from, more }) => ({ at }: Anchor, timezone: string): RequestedMoments => {
    const date = (days: number) => dateOf(wallTime(at, timezone) + days * day);
    return {
      parameters: { start: date(from), end: date(from + more) },
      range: { start: midnight(date(from), timezone), end: midnight(date(from + more + 1), timezone) },
    };
  });

export const requestedMoments = fc.oneof({ weight: 2, arbitrary: instants }, { weight: 1, arbitrary: dates });

/** The range of the same length that ends where this one starts. */
const justBefore = ({ start, end }: Range): Range => ({ start: start - (end - start), end: start });

const between = requestedMoments.map(
  (momentsOf): RangeOf =>
    (anchor, timezone) => {
      const { parameters, range } = momentsOf(anchor, timezone);
      return { parameters, range, before: justBefore(range) };
    },
);

/** A number of hours or days until an instant. */
const until = fc.record({ count, until: moment }).map(
  ({ count, until }): RangeOf =>
    ({ at }) => {
      const range = { start: at + until - count.length, end: at + until };
      return { parameters: { period: count.period, end: iso(range.end) }, range, before: justBefore(range) };
    },
);

/** A number of hours or days until now. */
const rolling = count.map(
  (count): RangeOf =>
    () => {
      const range = { start: now - count.length, end: now };
      return { parameters: { period: count.period }, range, before: justBefore(range) };
    },
);

/** With only a start, the range ends now. */
const since = moment.map(
  (from): RangeOf =>
    ({ at }) => {
      const start = Math.min(at + from, now - 1);
      const range = { start, end: now };
      return { parameters: { start: iso(start) }, range, before: justBefore(range) };
    },
);

/** No parameters mean seven days; or all time. */
const usual = fc.constantFrom<RangeOf>(
  () => {
    const range = { start: now - 7 * day, end: now };
    return { parameters: {}, range, before: justBefore(range) };
  },
  () => ({
    parameters: { period: 'all' },
    range: { start: Date.parse('2016-11-21T10:15:00.000Z'), end: now },
    before: null,
  }),
);

/** The length of the prefix that dates of one day, month or year share. */
const common = { today: 10, month: 7, year: 4 };

/** The local day, month or year so far. */
const soFar = fc.constantFrom<(keyof typeof common)[]>('today', 'month', 'year').map(
  (period): RangeOf =>
    (_, timezone) => {
      const shared = common[period];
      const wall = wallTime(now, timezone);
      const label = dateOf(wall).slice(0, shared);
      let before = wall;
      while (dateOf(before).startsWith(label)) before -= day;
      // The prefix of the same day, or of the last day of a shorter month.
      const labelBefore = dateOf(before).slice(0, shared);
      const dates = Array.from({ length: 366 }, (_, days) => dateOf(before - days * day)).filter((date) =>
        date.startsWith(labelBefore),
      );
      const same = dates.find((date) => date.slice(shared) <= dateOf(wall).slice(shared)) ?? '';
      const range = { start: midnight(first(label), timezone), end: now };
      return {
        parameters: { period },
        range,
        before: {
          start: midnight(first(labelBefore), timezone),
          end: instantOf(Date.parse(same) + (wall % day), timezone),
        },
      };
    },
);

/** The first date of a day, month or year. */
const first = (label: string) => `${label}-01-01`.slice(0, 10);

/** A whole local day: yesterday, or a named date. */
const wholeDay = fc.record({ from: fc.integer({ min: -4, max: 3 }), named: fc.boolean() }).map(
  ({ from, named }): RangeOf =>
    ({ at }, timezone) => {
      const wall = named ? wallTime(at, timezone) + from * day : wallTime(now, timezone) - day;
      const [start, end] = [0, 1].map((days) => midnight(dateOf(wall + days * day), timezone));
      const range = { start: start ?? 0, end: end ?? 0 };
      return {
        parameters: named ? { period: 'today', end: dateOf(wall) } : { period: 'yesterday' },
        range,
        before: { start: midnight(dateOf(wall - day), timezone), end: range.start },
      };
    },
);

export const requestedRange = fc.oneof(
  { weight: 9, arbitrary: between },
  { weight: 2, arbitrary: until },
  { weight: 1, arbitrary: rolling },
  { weight: 1, arbitrary: since },
  { weight: 1, arbitrary: usual },
  { weight: 1, arbitrary: soFar },
  { weight: 1, arbitrary: wholeDay },
);

/** An instant as ISO 8601, with the offset of a zone if one is given. */
function iso(at: number, timezone = ''): string {
  if (timezone === '') return new Date(at).toISOString();
  const whole = Math.floor(at / 1000) * 1000;
  const fraction = `.${String(at - whole).padStart(3, '0')}`;
  return localIso(whole, timezone).replace(/(?=[+-]\d\d:\d\d$)/, fraction);
}
