import { type Comparison, comparedBy, comparisonText, daysBefore, readComparison } from './comparison.ts';
import type { Period } from './period.ts';

/** A Saturday, 11:15 in Amsterdam. */
const now = Date.parse('2026-11-21T10:15:00Z');
const zone = 'Europe/Amsterdam';
const started = { first: '2026-11-20', last: '2026-11-25' };
const march = { first: '2026-03-28', last: '2026-03-29' };

const weekdays = { compare: 'previous', match: 'weekday' };
const before = (compare: string) => ({ compare });

test.each<[Period, object, object]>([
  ['today', { period: 'today' }, before('previous')],
  ['yesterday', { period: 'yesterday' }, before('previous')],
  ['month', { period: 'month' }, before('previous')],
  ['year', { period: 'year' }, before('previous')],
  ['24h', { start: '2026-11-20T10:15:00.000Z' }, before('previous')],
  ['7d', { start: '2026-11-15' }, weekdays],
  ['30d', { start: '2026-10-23' }, weekdays],
  ['90d', { start: '2026-08-24' }, weekdays],
  ['last-month', { start: '2026-10-01', end: '2026-10-31' }, before('2026-09-01/2026-09-30')],
  ['12mo', { start: '2025-12-01' }, before('year')],
  [march, { start: '2026-03-28', end: '2026-03-29' }, before('2026-03-26/2026-03-27')],
  // Two of its six days have started.
  [started, { start: '2026-11-20' }, before('2026-11-14/2026-11-15T11:15:00')],
])('%j is compared with the previous period, a week or more by weekdays', (period, asked, parameters) => {
  expect(comparedBy('previous', period, zone, now)).toEqual({ asked, parameters });
});

test('compares with the previous year, chosen days, or with nothing', () => {
  const by = (comparison: Comparison, period: Period = '30d') =>
    comparedBy(comparison, period, zone, now)?.parameters;
  expect(by('year')).toEqual({ compare: 'year', match: 'weekday' });
  expect(by('year', 'last-month')).toEqual({ compare: 'year' });
  expect(by({ first: '2026-05-01', last: '2026-05-07' })).toEqual({ compare: '2026-05-01/2026-05-07' });
  expect(by('none')).toBeUndefined();
  expect(comparedBy('previous', 'all', zone, now)).toBeUndefined();
});

test.each<[Period, string, string]>([
  [{ first: '2005-01-01', last: '2026-11-21' }, '1990-01-01', '2004-12-31'],
  [{ first: '1990-01-01', last: '1990-01-02' }, '1990-01-01', '1990-01-01'],
  ['24h', '2026-11-18', '2026-11-19'],
  ['7d', '2026-11-08', '2026-11-14'],
  ['month', '2026-10-01', '2026-10-31'],
  ['year', '2025-01-01', '2025-12-31'],
  ['last-month', '2026-09-01', '2026-09-30'],
])('compares %j with days of the same kind, which an address may have', (period, first, last) => {
  const days = daysBefore(period, '2026-11-21');
  expect([days, readComparison(comparisonText(days))]).toEqual([{ first, last }, days]);
});

test.each<Comparison>(['none', 'previous', 'year', march])('%j comes back from an address', (comparison) => {
  expect(readComparison(comparisonText(comparison))).toEqual(comparison);
});

const noDays = ['2026-03-02_2026-03-01', '2026-03-01', '2026-03-01_2026-03-02_'];

test.each(['', 'none', 'maybe', ...noDays])('%j is no comparison', (text) => {
  expect(readComparison(text)).toBeUndefined();
});
