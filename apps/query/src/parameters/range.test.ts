import fc from 'fast-check';
import { DateTime } from 'luxon';
import { zones } from '../time/zones-under-test.ts';
import { interval, noon, read } from './range-under-test.ts';

/** Expects a range to end now, unless it says when. */
function expectRange(query: string, expected: string, now = noon): void {
  const { range } = read(query, Date.parse(`${now}Z`));
  expect(interval(range)).toBe(expected.includes('/') ? expected : `${expected}/${now}`);
}

test.each([
  ['30m', '2026-11-21T11:30'],
  ['1h', '2026-11-21T11:00'],
  ['7d', '2026-11-14T12:00'],
  ['2w', '2026-11-07T12:00'],
  ['1mo', '2026-10-21T12:00'],
  ['1y', '2025-11-21T12:00'],
  ['10y', '2016-11-21T12:00'],
  ['today', '2026-11-21T00:00'],
  ['month', '2026-11-01T00:00'],
  ['year', '2026-01-01T00:00'],
  ['all', '2016-11-21T12:00'],
  ['yesterday', '2026-11-20T00:00/2026-11-21T00:00'],
])('period=%s reaches back from now, but yesterday is the whole day before', (period, range) => {
  expectRange(`period=${period}`, range);
});

test.each([
  ['1mo', '2026-03-31T12:00', '2026-02-28T12:00'],
  ['1mo', '2024-03-31T12:00', '2024-02-29T12:00'],
  ['1mo', '2026-12-31T12:00', '2026-11-30T12:00'],
  ['13mo', '2026-01-15T12:00', '2024-12-15T12:00'],
  ['1y', '2024-02-29T12:00', '2023-02-28T12:00'],
  ['4y', '2024-02-29T12:00', '2020-02-29T12:00'],
])('months and years are calendar units: %s before %s', (period, now, start) => {
  expectRange(`period=${period}`, start, now);
});

test.each([
  // Dates are local days, the last one included.
  ['start=2026-11-01&end=2026-11-02', '2026-11-01T00:00/2026-11-03T00:00'],
  ['start=2026-11-01&end=2026-11-01', '2026-11-01T00:00/2026-11-02T00:00'],
  ['start=2026-11-01&end=2026-11-01&zone=Asia/Kathmandu', '2026-10-31T18:15/2026-11-01T18:15'],
  // Instants are exact, and a time without an offset is local.
  ['start=2026-11-01T09:59:00.001Z&end=2026-11-01T10:00Z', '2026-11-01T09:59:00.001/2026-11-01T10:00'],
  ['start=2026-11-01T09:59Z&end=2026-11-01T12:00+02:00', '2026-11-01T09:59/2026-11-01T10:00'],
  ['start=2026-11-01T09:59Z&zone=Asia/Kathmandu', '2026-11-01T09:59'],
  ['start=2026-11-01T10:00&zone=Asia/Kathmandu', '2026-11-01T04:15'],
  // The start alone ends now; the end alone ends the default period, or the given one; both override it.
  ['start=2026-11-01', '2026-11-01T00:00'],
  ['end=2026-11-01', '2026-10-26T00:00/2026-11-02T00:00'],
  ['end=2026-11-01T06:00Z&period=1h', '2026-11-01T05:00/2026-11-01T06:00'],
  ['start=2026-11-01&end=2026-11-01&period=1y', '2026-11-01T00:00/2026-11-02T00:00'],
  // An end may be in the future.
  ['start=2026-11-21&end=2026-11-21', '2026-11-21T00:00/2026-11-22T00:00'],
  // With a date as end, today and yesterday are that day, and a month that ends there is whole.
  ['end=2026-11-01&period=today', '2026-11-01T00:00/2026-11-02T00:00'],
  ['end=2026-11-01&period=yesterday', '2026-11-01T00:00/2026-11-02T00:00'],
  ['end=2026-10-31&period=month', '2026-10-01T00:00/2026-11-01T00:00'],
  // It ends at 01:00, where the next day begins, but begins at midnight.
  ['end=2026-04-23&period=1mo&zone=Africa/Cairo', '2026-03-23T22:00/2026-04-23T22:00'],
])('a range by start and end: %s', expectRange);

test.each([
  ['start=2026-11-02&end=2026-11-01', 'end must be later than start.'],
  ['start=2026-11-01T10:00Z&end=2026-11-01T10:00Z', 'end must be later than start.'],
  ['start=2026-11-22', 'start is in the future, and without end the report ends now.'],
  // Samoa skipped this day when it crossed the date line.
  ['start=2011-12-30&end=2011-12-30&zone=Pacific/Apia', 'end must be later than start.'],
])('%s is refused', (query, message) => {
  expect(() => read(query, Date.parse(`${noon}Z`))).toThrow(message);
});

const anyZone = fc.constantFrom(...zones);
const anyTime = fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2100, 0) });

test('in any zone a day begins at the first instant of its date, where the day before ends', () => {
  fc.assert(
    fc.property(anyZone, anyTime, (zone, now) => {
      const dateAt = (time: number) => DateTime.fromMillis(time, { zone }).toISODate();
      const { start } = read(`end=${dateAt(now)}&period=today&zone=${zone}`, now).range;
      expect(dateAt(start)).toBe(dateAt(now));
      expect(dateAt(start - 1)).not.toBe(dateAt(now));
      expect(read(`period=today&zone=${zone}`, now).range.start).toBe(start);
      expect(read(`period=yesterday&zone=${zone}`, now).range.end).toBe(start);
    }),
    { numRuns: 300 },
  );
});

test.each([
  // If the time exists twice, the earlier counts. A skipped one is as far after the gap. Midnights are the first moments of their dates.
  ['Europe/Berlin', '2025-10-26T02:30', '2025-10-26T00:30'],
  ['Europe/Berlin', '2025-10-26T02:59:59.999', '2025-10-26T00:59:59.999'],
  ['Europe/Berlin', '2025-10-26T03:00', '2025-10-26T02:00'],
  ['Europe/Berlin', '2025-03-30T02:30', '2025-03-30T01:30'],
  ['Australia/Lord_Howe', '2025-04-06T01:45', '2025-04-05T14:45'],
  ['Australia/Lord_Howe', '2025-10-05T02:15', '2025-10-04T15:45'],
  ['America/Santiago', '2025-04-05T23:30', '2025-04-06T02:30'],
  ['America/Santiago', '2025-09-07', '2025-09-07T04:00'],
  ['Asia/Beirut', '2025-03-30T00:00', '2025-03-29T22:00'],
  ['Africa/Cairo', '2025-04-25', '2025-04-24T22:00'],
  ['America/Havana', '2025-11-02', '2025-11-02T04:00'],
  ['America/Havana', '2025-11-02T00:30', '2025-11-02T04:30'],
  ['Pacific/Apia', '2011-12-30T15:00', '2011-12-31T01:00'],
  ['Africa/Casablanca', '2025-02-23T02:30', '2025-02-23T01:30'],
  ['Africa/Casablanca', '2025-04-06T02:30', '2025-04-06T02:30'],
  ['Antarctica/Troll', '2025-10-26T01:30', '2025-10-25T23:30'],
  ['Europe/Dublin', '2025-10-26T01:30', '2025-10-26T00:30'],
])('in %s %s is %s, wherever it stands', (zone, local, at) => {
  const [date = '', time] = local.split('T');
  const inYear = (year: number) =>
    `${Number(date.slice(0, 4)) + year}${date.slice(4)}${time ? `T${time}` : ''}`;
  const between = (query: string) => read(`${query}&zone=${zone}`, Date.parse(`${noon}Z`));
  expectRange(`start=${local}&zone=${zone}`, `${at}/${noon}`);
  const { compared } = between(`compare=${local}/2026-01-01`);
  expect(compared && interval(compared)).toMatch(`${at}/`);
  const year = between(`start=${inYear(1)}&compare=year`).compared;
  expect(year && interval(year)).toMatch(`${at}/`);
  if (time === undefined) return;
  expect(interval(between(`start=2000-01-01&end=${local}`).range)).toMatch(new RegExp(`/${at}$`));
  expect(interval(between(`period=1y&end=${inYear(1)}`).range)).toMatch(`${at}/`);
});
