import { addMonths, dayIn } from './dates.ts';
import { neighbour, type Period, periodText, readPeriod, resolve } from './period.ts';

/** A Saturday, 10:15 UTC. */
const now = Date.parse('2026-11-21T10:15:00Z');

test.each([
  // comparison.test.ts has the others.
  ['today', { period: 'today' }],
  ['year', { period: 'year' }],
  ['all', { start: '2016-12-01' }],
] as const)('%s is asked by its name, or as whole days up to now', (period, asked) => {
  expect(resolve(period, 'Europe/Amsterdam', now).asked).toEqual(asked);
});

test('a day begins in the time zone of the reader', () => {
  const lateEvening = Date.parse('2026-11-21T23:30:00Z');
  expect(dayIn('UTC', lateEvening)).toBe('2026-11-21');
  expect(dayIn('Asia/Tokyo', lateEvening)).toBe('2026-11-22');
  expect(resolve('7d', 'Asia/Tokyo', lateEvening).asked).toEqual({ start: '2026-11-16' });
});

test('a custom period is whole days; one that includes today ends now', () => {
  const of = (first: string, last: string) => resolve({ first, last }, 'UTC', now);
  const asked = { start: '2026-03-01', end: '2026-03-31' };
  expect(of('2026-03-01', '2026-03-31')).toMatchObject({ asked, untilNow: false });
  expect(of('2026-11-20', '2026-11-25')).toMatchObject({ asked: { start: '2026-11-20' }, untilNow: true });
});

test.each([
  [1, ['hour']],
  [7, ['day', 'hour']],
  [31, ['day', 'hour', 'week']],
  [90, ['day', 'week', 'month']],
  [365, ['month', 'week', 'day']],
  [3650, ['month', 'week']],
])('%i days get useful granularities', (days, granularities) => {
  const first = new Date(Date.parse('2020-01-01') - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  expect(resolve({ first, last: '2020-01-01' }, 'UTC', now).granularities).toEqual(granularities);
});

test.each<[Period, -1 | 1, Period | undefined]>([
  ['today', -1, 'yesterday'],
  ['yesterday', 1, 'today'],
  ['today', 1, undefined],
  ['7d', -1, { first: '2026-11-08', last: '2026-11-14' }],
  [{ first: '2026-11-08', last: '2026-11-14' }, 1, '7d'],
  ['month', -1, 'last-month'],
  ['last-month', -1, { first: '2026-09-01', last: '2026-09-30' }],
  ['last-month', 1, 'month'],
  [{ first: '2026-03-01', last: '2026-03-31' }, -1, { first: '2026-02-01', last: '2026-02-28' }],
  ['year', -1, { first: '2025-01-01', last: '2025-12-31' }],
  [{ first: '2025-01-01', last: '2025-12-31' }, 1, 'year'],
  ['12mo', -1, { first: '2024-12-01', last: '2025-11-30' }],
  [{ first: '2026-11-20', last: '2026-11-25' }, 1, undefined],
  [{ first: '1990-01-01', last: '1990-01-02' }, -1, undefined],
  ['all', -1, undefined],
  ['24h', -1, undefined],
])('the neighbour of %j in direction %i is %j', (period, direction, next) => {
  expect(neighbour(period, '2026-11-21', direction)).toEqual(next);
});

test('on the 30th of a month of 30 days, the month after the last one is this month', () => {
  expect(neighbour('last-month', '2026-11-30', 1)).toBe('month');
});

test('months are calendar months', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2026-01-15', -1)]).toEqual(['2026-02-01', '2025-12-01']);
});

test('a period comes back from an address', () => {
  const periods: Period[] = ['7d', 'last-month', { first: '2026-02-27', last: '2026-03-01' }];
  expect(periods.map((period) => readPeriod(periodText(period)))).toEqual(periods);
});

const noPeriods = ['', 'toString', '7 days', '2026-03-01', '2026-03-01_2026-03-02_2026-03-03'];
const noDays = ['2026-02-30_2026-03-01', '2026-03-02_2026-03-01'];
const outOfRange = ['1989-12-31_1990-01-02', '2199-12-31_2200-01-01'];

test.each([...noPeriods, ...noDays, ...outOfRange])('%j is not a period', (text) => {
  expect(readPeriod(text)).toBeUndefined();
});
