import fc from 'fast-check';
import type { Range } from '../chosen.ts';
import { type Anchor, now } from '../traffic/anchors.ts';
import { day, hour, minute, moment } from '../traffic/moment.ts';
import { dateOf, localIso, midnight, wallTime } from '../wall-clock.ts';

/** A range, and the parameters that say it. */
export interface SaidRange {
  said: Record<string, string>;
  range: Range;
}

type Said = (anchor: Anchor, timezone: string) => SaidRange;

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

/** From one instant to another, as UTC or with an offset. */
const instants = fc.record({ from: moment, length, offset: fc.boolean() }).map(
  ({ from, length, offset }): Said =>
    ({ at }, timezone) => {
      const [start, end] = [at + from, at + from + length];
      return {
        said: { start: iso(start, offset ? timezone : ''), end: iso(end, offset ? timezone : '') },
        range: { start, end },
      };
    },
);

/** Whole local days, the last one included. */
const dates = fc.record({ from: fc.integer({ min: -4, max: 3 }), more: fc.integer({ min: 0, max: 5 }) }).map(
  ({ from, more }): Said =>
    ({ at }, timezone) => {
      const date = (days: number) => dateOf(wallTime(at, timezone) + days * day);
      return {
        said: { start: date(from), end: date(from + more) },
        range: { start: midnight(date(from), timezone), end: midnight(date(from + more + 1), timezone) },
      };
    },
);

/** So many hours or days until an instant. */
const before = fc.record({ count, until: moment }).map(
  ({ count, until }): Said =>
    ({ at }) => ({
      said: { period: count.period, end: iso(at + until) },
      range: { start: at + until - count.length, end: at + until },
    }),
);

/** So many hours or days until now. */
const rolling = count.map(
  (count): Said =>
    () => ({
      said: { period: count.period },
      range: { start: now - count.length, end: now },
    }),
);

/** A start alone reaches until now. */
const since = moment.map(
  (from): Said =>
    ({ at }) => {
      const start = Math.min(at + from, now - 1);
      return { said: { start: iso(start) }, range: { start, end: now } };
    },
);

/** Today so far, and nothing said, which is seven days. */
const usual = fc.constantFrom<Said>(
  () => ({ said: {}, range: { start: now - 7 * day, end: now } }),
  (_, timezone) => ({
    said: { period: 'today' },
    range: { start: midnight(dateOf(wallTime(now, timezone)), timezone), end: now },
  }),
);

export const saidRange = fc.oneof(
  { weight: 6, arbitrary: instants },
  { weight: 3, arbitrary: dates },
  { weight: 2, arbitrary: before },
  { weight: 1, arbitrary: rolling },
  { weight: 1, arbitrary: since },
  { weight: 1, arbitrary: usual },
);

/** An instant as ISO 8601: with the offset of a zone, if one is given. */
function iso(at: number, timezone = ''): string {
  if (timezone === '') return new Date(at).toISOString();
  const whole = Math.floor(at / 1000) * 1000;
  const fraction = `.${String(at - whole).padStart(3, '0')}`;
  return localIso(whole, timezone).replace(/(?=[+-]\d\d:\d\d$)/, fraction);
}
