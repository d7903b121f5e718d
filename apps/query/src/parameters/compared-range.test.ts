import fc from 'fast-check';
import { clockOf } from '../time/clock.ts';
import { zones } from '../time/zones-under-test.ts';
import { interval, noon, read } from './range-under-test.ts';

function expectCompared(query: string, expected: string | undefined, now = noon): void {
  const { compared } = read(query, Date.parse(`${now}Z`));
  expect(compared && interval(compared)).toBe(expected);
}

test.each([
  ['period=today&zone=Europe/Berlin', '2026-11-19T23:00/2026-11-20T13:47', '2026-11-21T13:47'],
  ['period=month', '2026-02-01T00:00/2026-02-28T10:00', '2026-03-31T10:00'],
  ['period=month', '2024-02-01T00:00/2024-02-29T10:00', '2024-03-31T10:00'],
  ['period=month&zone=Europe/Berlin', '2026-02-28T23:00/2026-03-15T11:00', '2026-04-15T10:00'],
  ['period=year', '2023-01-01T00:00/2023-02-28T10:00', '2024-02-29T10:00'],
  // None of it has passed.
  ['period=today', '2026-11-20T00:00/2026-11-20T00:00', '2026-11-21T00:00'],
  ['period=month', '2026-02-01T00:00/2026-02-01T00:00', '2026-03-01T00:00'],
])('a current day, month or year is compared with the one before: %s is %s at %s', expectCompared);

test.each([
  ['period=today&end=2026-11-20', '2026-11-19T00:00/2026-11-20T00:00'],
  ['period=month&end=2026-11-20', '2026-10-01T00:00/2026-10-21T00:00'],
  ['period=month&end=2026-03-30', '2026-02-01T00:00/2026-03-01T00:00'],
  // A whole month is compared with a whole month, however long.
  ['period=month&end=2026-02-28', '2026-01-01T00:00/2026-02-01T00:00'],
  ['period=month&end=2026-03-31', '2026-02-01T00:00/2026-03-01T00:00'],
  ['period=year&end=2024-12-31', '2023-01-01T00:00/2024-01-01T00:00'],
  ['period=year&end=2024-02-29', '2023-01-01T00:00/2023-03-01T00:00'],
])('a period that ends with a date consists of whole days: %s', expectCompared);

test.each([
  // 29 March has no 02:30: as far after the gap.
  ['period=today&zone=Europe/Berlin', '2026-03-28T23:00/2026-03-29T01:30', '2026-03-30T00:30'],
  // The local time came twice.
  ['period=today&zone=Europe/Berlin', '2026-10-24T22:00/2026-10-25T00:30', '2026-10-26T01:30'],
  // Midnight was skipped today, and the day before.
  ['period=today&zone=Africa/Cairo', '2026-04-22T22:00/2026-04-23T13:00', '2026-04-24T12:00'],
  ['period=today&zone=Africa/Cairo', '2026-04-23T22:00/2026-04-24T12:00', '2026-04-25T12:00'],
  // It is skipped at the end of the day, of yesterday, and of some days of a month.
  ['period=today&end=2026-04-23&zone=Africa/Cairo', '2026-04-21T22:00/2026-04-22T22:00'],
  ['period=yesterday&end=2026-04-23&zone=Africa/Cairo', '2026-04-21T22:00/2026-04-22T22:00'],
  ['period=month&end=2026-04-23&zone=Africa/Cairo', '2026-02-28T22:00/2026-03-23T22:00'],
  // Samoa skipped 30 December: the date before, or yesterday.
  ['period=today&zone=Pacific/Apia', '2011-12-29T10:00/2011-12-30T02:00', '2011-12-31T02:00'],
  ['period=yesterday&zone=Pacific/Apia', '2011-12-28T10:00/2011-12-29T10:00', '2011-12-31T02:00'],
])('%s is compared with %s', expectCompared);

test.each([
  // The day that ended where today began, though a date was skipped.
  ['period=yesterday&zone=Pacific/Apia', '2011-12-31T02:00', '2011-12-29T10:00/2011-12-30T10:00'],
  // One day that ends with a date begins after its own gap, not after that of the next day.
  ['period=yesterday&end=2026-04-23&zone=Africa/Cairo', noon, '2026-04-22T22:00/2026-04-23T22:00'],
])('%s is a day that was before %s', (query, now, range) => {
  expect(interval(read(query, Date.parse(`${now}Z`)).range)).toBe(range);
});

test.each([
  ['period=all', '2015-11-21T12:00/2025-11-21T12:00'],
  ['period=today&zone=Europe/Berlin', '2025-11-20T23:00/2025-11-21T12:00'],
  // Clocks are set a week apart in the two years.
  ['start=2026-10-25&end=2026-10-26&zone=Europe/Berlin', '2025-10-24T22:00/2025-10-26T23:00'],
  ['start=2024-02-29&end=2024-02-29', '2023-02-28T00:00/2023-03-01T00:00'],
  ['start=2024-02-01&end=2024-02-28', '2023-02-01T00:00/2023-03-01T00:00'],
  ['start=2025-02-01&end=2025-02-28', '2024-02-01T00:00/2024-02-29T00:00'],
  ['start=2024-02-29T10:00Z&end=2024-02-29T11:00Z', '2023-02-28T10:00/2023-02-28T11:00'],
  ['start=1970-01-01&end=1970-01-01', '1969-01-01T00:00/1969-01-02T00:00'],
  // The day begins at 01:00 in this year alone.
  ['start=2026-04-24&end=2026-04-24&zone=Africa/Cairo', '2025-04-23T22:00/2025-04-24T22:00'],
  // The end would not come after the start: the range is as long.
  ['start=2024-02-28T12:00Z&end=2024-02-29T12:00Z', '2023-02-28T12:00/2023-03-01T12:00'],
  ['start=2024-02-28T18:00Z&end=2024-02-29T06:00Z', '2023-02-28T18:00/2023-03-01T06:00'],
  ['start=2026-03-30T02:15&end=2026-03-30T03:10&zone=Europe/Berlin', '2025-03-30T01:15/2025-03-30T02:10'],
])('a year earlier has the same local dates: %s', (query, range) => {
  expectCompared(`${query}&compare=year`, range);
});

test.each([
  ['2026-10-01T10:00/2026-10-01T12:00&zone=Asia/Kathmandu', '2026-10-01T04:15/2026-10-01T06:15'],
  ['2026-10-01T10:00:00.001Z/2026-10-01', '2026-10-01T10:00:00.001/2026-10-02T00:00'],
  ['2026-10-01T10:00 02:00/2199-12-31', '2026-10-01T08:00/2200-01-01T00:00'],
])('a range by name: compare=%s', (compare, range) => {
  expectCompared(`compare=${compare}`, range);
  expectCompared(`compare=${compare}&period=all`, range);
});

const reversed = ['02/2026-10-01', '02T00:00Z/2026-10-01', '02T00:00Z/2026-10-02T00:00Z'];
test.each(reversed)('compare=2026-10-%s ends before it begins', (compare) => {
  const message =
    'compare must be previous, year, or <start>/<end> (2026-10-01/2026-10-31), both as start and end accept them, the end later than the start.';
  expect(() => read(`compare=2026-10-${compare}`, Date.parse(`${noon}Z`))).toThrow(message);
});

test('in any zone a day, month or year is compared up to the same time, with the one that ends where it begins', () => {
  const anything = fc.record({
    zone: fc.constantFrom(...zones),
    now: fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2100, 0) }),
    period: fc.constantFrom('today', 'month', 'year'),
  });
  fc.assert(
    fc.property(anything, ({ zone, now, period }) => {
      const { range, compared } = read(`period=${period}&zone=${zone}`, now);
      const clock = clockOf(zone);
      const local = (at: number) => new Date(at + clock.ahead(at)).toISOString();
      if (compared === undefined) throw new Error('nothing');
      expect(compared.end).toBeLessThanOrEqual(range.start);
      expect(compared.start).toBeLessThanOrEqual(compared.end);
      const [first, last] = [local(compared.start), local(range.start - 1)];
      const same = { today: 10, month: 7, year: 4 }[period] ?? 0;
      expect(first.slice(0, same)).toBe(last.slice(0, same));
      // As far after a gap, where the time was skipped.
      const isSet = clock.setBetween(compared.end - 24 * 3_600_000, compared.end) !== undefined;
      if (isSet || compared.end >= range.start) return;
      expect(local(compared.end).slice(10)).toBe(local(now).slice(10));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['period=1h', '2026-11-14T11:00/2026-11-14T12:00'],
  ['period=7d', '2026-11-07T12:00/2026-11-14T12:00'],
  ['period=30d', '2026-09-17T12:00/2026-10-17T12:00'],
  ['period=5w', '2026-09-12T12:00/2026-10-17T12:00'],
  ['period=30d&compare=year', '2025-10-23T12:00/2025-11-22T12:00'],
  // Weeks of 168 hours, though clocks were set on 25 October; in local time midnights stay midnights.
  ['period=2d&end=2026-10-26&zone=Europe/Berlin', '2026-10-17T23:00/2026-10-19T23:00'],
  ['start=2026-10-25&end=2026-10-26&zone=Europe/Berlin', '2026-10-17T22:00/2026-10-19T22:00'],
  ['start=2026-10-20&end=2026-10-26&zone=Europe/Berlin', '2026-10-12T22:00/2026-10-19T22:00'],
  ['start=2026-03-23&end=2026-03-29&zone=Europe/Berlin', '2026-03-15T23:00/2026-03-22T23:00'],
  ['start=2026-10-20&end=2026-10-27&zone=Europe/Berlin', '2026-10-05T22:00/2026-10-13T22:00'],
  ['start=2026-10-26&end=2026-10-26&zone=Europe/Berlin&compare=year', '2025-10-26T23:00/2025-10-27T23:00'],
  ['period=today', '2026-11-14T00:00/2026-11-14T12:00'],
  ['period=yesterday', '2026-11-13T00:00/2026-11-14T00:00'],
  ['period=month', '2026-10-11T00:00/2026-10-31T12:00'],
  ['period=1mo', '2026-09-16T12:00/2026-10-17T12:00'],
  ['period=year&compare=year', '2025-01-02T00:00/2025-11-22T12:00'],
  // Clocks skipped midnight of 24 April, and so the day began at 01:00.
  ['start=2026-04-24&end=2026-04-24&zone=Africa/Cairo', '2026-04-16T22:00/2026-04-17T22:00'],
  ['start=2026-05-01&end=2026-05-01&zone=Africa/Cairo', '2026-04-23T22:00/2026-04-24T21:00'],
  // An hour that clocks skipped.
  ['start=2026-04-05T02:30&end=2026-04-05T03:10&zone=Europe/Berlin', '2026-03-29T01:30/2026-03-29T02:10'],
  ['period=today&end=2011-12-31&zone=Pacific/Apia', '2011-12-24T10:00/2011-12-25T10:00'],
])('the same weekdays: %s', (query, range) => {
  expectCompared(`${query}&match=weekday`, range);
});

test.each([
  ['period=all', undefined],
  ['period=all&compare=year', '2015-11-21T12:00/2025-11-21T12:00'],
  ['compare=2026-10-01/2026-10-02', '2026-10-01T00:00/2026-10-03T00:00'],
])('weekdays have no effect with %s', (query, range) => {
  expectCompared(`${query}&match=weekday`, range);
  expectCompared(query, range);
});
