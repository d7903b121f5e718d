import fc from 'fast-check';
import { clockOf } from './clock.ts';
import { comparedRange } from './compared-range.ts';
import { compare as compareParameter } from './parameters/compare.ts';
import { end as endParameter, start as startParameter } from './parameters/moment.ts';
import { period as periodParameter } from './parameters/period.ts';
import { resolveRange } from './range.ts';

interface Sent {
  period?: string;
  start?: string;
  end?: string;
  zone?: string;
  compare?: string;
}

function read({ period = '7d', start, end, zone = 'UTC', compare = 'previous' }: Sent, now: number) {
  const [parsedPeriod, parsedCompare] = [periodParameter.parse(period), compareParameter.parse(compare)];
  if (parsedPeriod === undefined || parsedCompare === undefined) throw new Error(`${period} ${compare}`);
  const values = {
    period: parsedPeriod,
    start: start === undefined ? undefined : startParameter.parse(start),
    end: end === undefined ? undefined : endParameter.parse(end),
    timezone: { canonical: zone },
  };
  const range = resolveRange(values, now);
  return { range, compared: comparedRange(parsedCompare, values, range) };
}

/** The range that parameters compare with at a moment, as ISO times. */
function compared(sent: Sent, now: string) {
  const { compared } = read(sent, Date.parse(now));
  return compared && [compared.start, compared.end].map(iso);
}

const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z');

const noon = '2026-11-21T12:00Z';

describe('a length is compared with the same length just before', () => {
  test.each<[Sent, string, string]>([
    [{ period: '7d' }, '2026-11-07T12:00Z', '2026-11-14T12:00Z'],
    [{ period: '1mo' }, '2026-09-20T12:00Z', '2026-10-21T12:00Z'],
    [{ period: '1h', end: '2026-11-01T06:00Z' }, '2026-11-01T04:00Z', '2026-11-01T05:00Z'],
    [{ start: '2026-11-01', end: '2026-11-02' }, '2026-10-30T00:00Z', '2026-11-01T00:00Z'],
    [{ start: '2026-11-20T11:00Z' }, '2026-11-19T10:00Z', '2026-11-20T11:00Z'],
    [{ start: '2026-11-20T11:00Z', period: 'all' }, '2026-11-19T10:00Z', '2026-11-20T11:00Z'],
    [{ start: '1970-01-01', end: '1970-01-01' }, '1969-12-31T00:00Z', '1970-01-01T00:00Z'],
  ])('%j', (sent, start, end) => {
    expect(compared(sent, noon)).toEqual([start, end]);
  });
});

describe('a current day, month or year is compared with the one before, up to the same local time', () => {
  test.each<[string, string, string, string, string]>([
    ['today', 'Europe/Berlin', '2026-11-21T13:47Z', '2026-11-19T23:00Z', '2026-11-20T13:47Z'],
    ['month', 'UTC', '2026-11-21T12:00Z', '2026-10-01T00:00Z', '2026-10-21T12:00Z'],
    ['month', 'UTC', '2026-03-31T10:00Z', '2026-02-01T00:00Z', '2026-02-28T10:00Z'],
    ['month', 'UTC', '2024-03-31T10:00Z', '2024-02-01T00:00Z', '2024-02-29T10:00Z'],
    ['month', 'UTC', '2026-01-15T10:00Z', '2025-12-01T00:00Z', '2025-12-15T10:00Z'],
    ['month', 'Europe/Berlin', '2026-04-15T10:00Z', '2026-02-28T23:00Z', '2026-03-15T11:00Z'],
    ['year', 'UTC', '2026-11-21T12:00Z', '2025-01-01T00:00Z', '2025-11-21T12:00Z'],
    ['year', 'UTC', '2024-02-29T10:00Z', '2023-01-01T00:00Z', '2023-02-28T10:00Z'],
    ['today', 'Pacific/Kiritimati', '2026-11-21T12:00Z', '2026-11-20T10:00Z', '2026-11-20T12:00Z'],
    // None of it has passed.
    ['today', 'UTC', '2026-11-21T00:00Z', '2026-11-20T00:00Z', '2026-11-20T00:00Z'],
    ['month', 'UTC', '2026-03-01T00:00Z', '2026-02-01T00:00Z', '2026-02-01T00:00Z'],
  ])('%s, %s, %s', (period, zone, now, start, end) => {
    expect(compared({ period, zone }, now)).toEqual([start, end]);
  });
});

test('yesterday is compared with the day before, all time with nothing', () => {
  expect(compared({ period: 'yesterday', zone: 'Europe/Berlin' }, noon)).toEqual([
    '2026-11-18T23:00Z',
    '2026-11-19T23:00Z',
  ]);
  expect(compared({ period: 'yesterday', end: '2026-11-01' }, noon)).toEqual([
    '2026-10-31T00:00Z',
    '2026-11-01T00:00Z',
  ]);
  expect(compared({ period: 'all' }, noon)).toBeUndefined();
  expect(compared({ period: 'all', end: '2026-11-01' }, noon)).toBeUndefined();
});

describe('a period that ends with a date consists of whole days', () => {
  test.each<[string, string, string, string]>([
    ['today', '2026-11-20', '2026-11-19T00:00Z', '2026-11-20T00:00Z'],
    ['month', '2026-11-20', '2026-10-01T00:00Z', '2026-10-21T00:00Z'],
    ['month', '2026-03-30', '2026-02-01T00:00Z', '2026-03-01T00:00Z'],
    // A whole month is compared with a whole month, however long.
    ['month', '2026-02-28', '2026-01-01T00:00Z', '2026-02-01T00:00Z'],
    ['month', '2026-03-31', '2026-02-01T00:00Z', '2026-03-01T00:00Z'],
    ['year', '2024-12-31', '2023-01-01T00:00Z', '2024-01-01T00:00Z'],
    ['year', '2024-02-29', '2023-01-01T00:00Z', '2023-03-01T00:00Z'],
  ])('%s to %s', (period, end, from, until) => {
    expect(compared({ period, end }, noon)).toEqual([from, until]);
  });
});

describe('clocks that are set', () => {
  test.each<[string, Sent, string, string, string]>([
    // 29 March has no 02:30: everything before the gap.
    [
      'the local time was skipped',
      { period: 'today', zone: 'Europe/Berlin' },
      '2026-03-30T00:30Z',
      '2026-03-28T23:00Z',
      '2026-03-29T01:00Z',
    ],
    [
      'the local time came twice',
      { period: 'today', zone: 'Europe/Berlin' },
      '2026-10-26T01:30Z',
      '2026-10-24T22:00Z',
      '2026-10-25T00:30Z',
    ],
    [
      'today has an hour more',
      { period: 'today', zone: 'Europe/Berlin' },
      '2026-10-25T12:00Z',
      '2026-10-23T22:00Z',
      '2026-10-24T11:00Z',
    ],
    [
      'midnight was skipped today',
      { period: 'today', zone: 'Africa/Cairo' },
      '2026-04-24T12:00Z',
      '2026-04-22T22:00Z',
      '2026-04-23T13:00Z',
    ],
    [
      'midnight was skipped the day before',
      { period: 'today', zone: 'Africa/Cairo' },
      '2026-04-25T12:00Z',
      '2026-04-23T22:00Z',
      '2026-04-24T12:00Z',
    ],
    [
      'midnight is skipped at the end of the day',
      { period: 'today', end: '2026-04-23', zone: 'Africa/Cairo' },
      noon,
      '2026-04-21T22:00Z',
      '2026-04-22T22:00Z',
    ],
    [
      'midnight is skipped at the end of yesterday',
      { period: 'yesterday', end: '2026-04-23', zone: 'Africa/Cairo' },
      noon,
      '2026-04-21T22:00Z',
      '2026-04-22T22:00Z',
    ],
    [
      'midnight is skipped at the end of some days of a month',
      { period: 'month', end: '2026-04-23', zone: 'Africa/Cairo' },
      noon,
      '2026-02-28T22:00Z',
      '2026-03-23T22:00Z',
    ],
    // Samoa skipped 30 December.
    [
      'the date before was skipped',
      { period: 'today', zone: 'Pacific/Apia' },
      '2011-12-31T02:00Z',
      '2011-12-29T10:00Z',
      '2011-12-30T02:00Z',
    ],
    [
      'yesterday was skipped',
      { period: 'yesterday', zone: 'Pacific/Apia' },
      '2011-12-31T02:00Z',
      '2011-12-28T10:00Z',
      '2011-12-29T10:00Z',
    ],
  ])('%s', (_name, sent, now, start, end) => {
    expect(compared(sent, now)).toEqual([start, end]);
  });

  test('yesterday is the day that ended where today began, though a date was skipped', () => {
    const { range } = read({ period: 'yesterday', zone: 'Pacific/Apia' }, Date.parse('2011-12-31T02:00Z'));
    expect([iso(range.start), iso(range.end)]).toEqual(['2011-12-29T10:00Z', '2011-12-30T10:00Z']);
  });

  test('one day that ends with a date begins after its own gap, not after that of the next day', () => {
    const { range } = read(
      { period: 'yesterday', end: '2026-04-23', zone: 'Africa/Cairo' },
      Date.parse(noon),
    );
    expect([iso(range.start), iso(range.end)]).toEqual(['2026-04-22T22:00Z', '2026-04-23T22:00Z']);
  });
});

describe('a year earlier has the same local dates', () => {
  test.each<[Sent, string, string]>([
    [{ period: '7d' }, '2025-11-14T12:00Z', '2025-11-21T12:00Z'],
    [{ period: 'all' }, '2015-11-21T12:00Z', '2025-11-21T12:00Z'],
    [{ period: 'today', zone: 'Europe/Berlin' }, '2025-11-20T23:00Z', '2025-11-21T12:00Z'],
    // Clocks are set a week apart in the two years.
    [
      { start: '2026-10-25', end: '2026-10-26', zone: 'Europe/Berlin' },
      '2025-10-24T22:00Z',
      '2025-10-26T23:00Z',
    ],
    [{ start: '2024-02-29', end: '2024-02-29' }, '2023-02-28T00:00Z', '2023-03-01T00:00Z'],
    [{ start: '2024-02-01', end: '2024-02-28' }, '2023-02-01T00:00Z', '2023-03-01T00:00Z'],
    [{ start: '2025-02-01', end: '2025-02-28' }, '2024-02-01T00:00Z', '2024-02-29T00:00Z'],
    [{ start: '2024-02-29T10:00Z', end: '2024-02-29T11:00Z' }, '2023-02-28T10:00Z', '2023-02-28T11:00Z'],
    [{ start: '1970-01-01', end: '1970-01-01' }, '1969-01-01T00:00Z', '1969-01-02T00:00Z'],
  ])('%j', (sent, start, end) => {
    expect(compared({ ...sent, compare: 'year' }, noon)).toEqual([start, end]);
  });
});

describe('a range by name', () => {
  test.each<[string, string | undefined, string, string]>([
    ['2026-10-01/2026-10-31', undefined, '2026-10-01T00:00Z', '2026-11-01T00:00Z'],
    ['2026-10-01/2026-10-31', 'Europe/Berlin', '2026-09-30T22:00Z', '2026-10-31T23:00Z'],
    ['2026-10-01T10:00/2026-10-01T12:00', 'Asia/Kathmandu', '2026-10-01T04:15Z', '2026-10-01T06:15Z'],
    ['2026-10-01T10:00:00.001Z/2026-10-01', undefined, '2026-10-01T10:00:00.001Z', '2026-10-02T00:00Z'],
    ['2026-10-01T10:00 02:00/2199-12-31', undefined, '2026-10-01T08:00Z', '2200-01-01T00:00Z'],
  ])('%s, %s', (compare, zone = 'UTC', start, end) => {
    expect(compared({ compare, zone }, noon)).toEqual([start, end]);
    expect(compared({ compare, zone, period: 'all' }, noon)).toEqual([start, end]);
  });

  test.each(['2026-10-02/2026-10-01', '2026-10-02T00:00Z/2026-10-01', '2026-10-02T00:00Z/2026-10-02T00:00Z'])(
    '%s ends before it begins',
    (compare) => {
      expect(() => compared({ compare }, noon)).toThrow(
        'compare must be previous, year, or <start>/<end> (2026-10-01/2026-10-31), both as start and end accept them, the end later than the start.',
      );
    },
  );
});

test('in any zone a day, month or year is compared up to the same time, with the one that ends where it begins', () => {
  const anything = fc.record({
    zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    now: fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2100, 0) }),
    period: fc.constantFrom('today', 'month', 'year'),
  });
  fc.assert(
    fc.property(anything, ({ zone, now, period }) => {
      const { range, compared } = read({ period, zone }, now);
      const clock = clockOf(zone);
      const local = (at: number) => new Date(at + clock.ahead(at)).toISOString();
      if (compared === undefined) throw new Error('nothing');
      expect(compared.end).toBeLessThanOrEqual(range.start);
      expect(compared.start).toBeLessThanOrEqual(compared.end);
      const [first, last] = [local(compared.start), local(range.start - 1)];
      const same = { today: 10, month: 7, year: 4 }[period] ?? 0;
      expect(first.slice(0, same)).toBe(last.slice(0, same));
      // The first moment after a gap, where the time was skipped.
      const reached = local(compared.end);
      if (clock.setBetween(compared.end - 1, compared.end) === undefined && compared.end < range.start) {
        expect(reached.slice(10)).toBe(local(now).slice(10));
      }
    }),
    { numRuns: 1000 },
  );
});
