import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { end as endParameter, start as startParameter } from './parameters/moment.ts';
import { period as periodParameter } from './parameters/period.ts';
import { resolveRange } from './range.ts';

interface Sent {
  period?: string;
  start?: string;
  end?: string;
  zone?: string;
}

/** The range of parameters at a moment, as ISO times. */
function resolve({ period = '7d', start, end, zone = 'UTC' }: Sent, now: string) {
  const parsed = periodParameter.parse(period);
  if (parsed === undefined) throw new Error(`no period: ${period}`);
  const range = resolveRange(
    {
      period: parsed,
      start: start === undefined ? undefined : startParameter.parse(start),
      end: end === undefined ? undefined : endParameter.parse(end),
      timezone: { canonical: zone },
    },
    Date.parse(now),
  );
  return [new Date(range.start).toISOString(), new Date(range.end).toISOString()].map((time) =>
    time.replace(':00.000Z', 'Z'),
  );
}

const noon = '2026-11-21T12:00Z';

describe('a period reaches back from now', () => {
  test.each([
    ['30m', '2026-11-21T11:30Z'],
    ['1h', '2026-11-21T11:00Z'],
    ['7d', '2026-11-14T12:00Z'],
    ['2w', '2026-11-07T12:00Z'],
    ['1mo', '2026-10-21T12:00Z'],
    ['1y', '2025-11-21T12:00Z'],
    ['10y', '2016-11-21T12:00Z'],
    ['today', '2026-11-21T00:00Z'],
    ['month', '2026-11-01T00:00Z'],
    ['year', '2026-01-01T00:00Z'],
    ['all', '2016-11-21T12:00Z'],
  ])('%s', (period, start) => {
    expect(resolve({ period }, noon)).toEqual([start, noon]);
  });

  test('yesterday is the whole day before', () => {
    expect(resolve({ period: 'yesterday' }, noon)).toEqual(['2026-11-20T00:00Z', '2026-11-21T00:00Z']);
  });
});

describe('months and years are calendar units', () => {
  test.each([
    ['1mo', '2026-03-31T12:00Z', '2026-02-28T12:00Z'],
    ['1mo', '2024-03-31T12:00Z', '2024-02-29T12:00Z'],
    ['1mo', '2026-12-31T12:00Z', '2026-11-30T12:00Z'],
    ['13mo', '2026-01-15T12:00Z', '2024-12-15T12:00Z'],
    ['1y', '2024-02-29T12:00Z', '2023-02-28T12:00Z'],
    ['4y', '2024-02-29T12:00Z', '2020-02-29T12:00Z'],
  ])('%s before %s', (period, now, start) => {
    expect(resolve({ period }, now)).toEqual([start, now]);
  });
});

describe('days begin at local midnight', () => {
  test.each([
    ['Asia/Kathmandu', 'today', '2026-11-20T18:15Z'], // +05:45
    ['America/St_Johns', 'today', '2026-11-21T03:30Z'],
    ['Australia/Lord_Howe', 'today', '2026-11-20T13:00Z'], // it is the 21st, 23:00, there
    ['Pacific/Kiritimati', 'today', '2026-11-21T10:00Z'], // it is the 22nd there
    ['Pacific/Kiritimati', 'month', '2026-10-31T10:00Z'],
    ['Pacific/Pago_Pago', 'year', '2026-01-01T11:00Z'],
    ['Europe/Amsterdam', 'month', '2026-10-31T23:00Z'],
  ])('%s, %s', (zone, period, start) => {
    expect(resolve({ period, zone }, noon)).toEqual([start, noon]);
  });
});

describe('start and end', () => {
  test.each<[string, Sent, string, string]>([
    [
      'dates are local days, the last one included',
      { start: '2026-11-01', end: '2026-11-02' },
      '2026-11-01T00:00Z',
      '2026-11-03T00:00Z',
    ],
    [
      'one date alone is that day',
      { start: '2026-11-01', end: '2026-11-01' },
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
    ],
    [
      'dates follow the zone',
      { start: '2026-11-01', end: '2026-11-01', zone: 'Asia/Kathmandu' },
      '2026-10-31T18:15Z',
      '2026-11-01T18:15Z',
    ],
    [
      'instants are exact',
      { start: '2026-11-01T09:59:00.001Z', end: '2026-11-01T12:00+02:00', zone: 'Asia/Kathmandu' },
      '2026-11-01T09:59:00.001Z',
      '2026-11-01T10:00Z',
    ],
    [
      'a time without offset is local',
      { start: '2026-11-01T10:00', zone: 'Asia/Kathmandu' },
      '2026-11-01T04:15Z',
      noon,
    ],
    ['start alone ends now', { start: '2026-11-01' }, '2026-11-01T00:00Z', noon],
    ['end alone ends the default period', { end: '2026-11-01' }, '2026-10-26T00:00Z', '2026-11-02T00:00Z'],
    [
      'end alone ends the given period',
      { end: '2026-11-01T06:00Z', period: '1h' },
      '2026-11-01T05:00Z',
      '2026-11-01T06:00Z',
    ],
    [
      'both override period',
      { start: '2026-11-01', end: '2026-11-01', period: '1y' },
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
    ],
    [
      'an end may be in the future',
      { start: '2026-11-21', end: '2026-11-21' },
      '2026-11-21T00:00Z',
      '2026-11-22T00:00Z',
    ],
    [
      'today with a date as end is that day',
      { end: '2026-11-01', period: 'today' },
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
    ],
    [
      'yesterday with a date as end is that day',
      { end: '2026-11-01', period: 'yesterday' },
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
    ],
    [
      'a month with its last date as end is that month',
      { end: '2026-10-31', period: 'month' },
      '2026-10-01T00:00Z',
      '2026-11-01T00:00Z',
    ],
  ])('%s', (_name, sent, start, end) => {
    expect(resolve(sent, noon)).toEqual([start, end]);
  });

  test.each<[Sent, string]>([
    [{ start: '2026-11-02', end: '2026-11-01' }, 'end must be later than start.'],
    [{ start: '2026-11-01T10:00Z', end: '2026-11-01T10:00Z' }, 'end must be later than start.'],
    [{ start: '2026-11-22' }, 'start is in the future, and without end the report ends now.'],
    // Samoa skipped this day when it crossed the date line.
    [{ start: '2011-12-30', end: '2011-12-30', zone: 'Pacific/Apia' }, 'end must be later than start.'],
  ])('%j is refused', (sent, message) => {
    expect(() => resolve(sent, noon)).toThrow(message);
  });
});

describe('days on which clocks change', () => {
  test.each([
    ['23 hours', 'Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['25 hours', 'Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['23.5 hours', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', '2026-10-04T13:00Z'],
    ['24.5 hours', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', '2026-04-05T13:30Z'],
    ['midnight skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ['24:00 set back to 23:00', 'Africa/Cairo', '2026-10-29', '2026-10-28T21:00Z', '2026-10-29T22:00Z'],
    ['midnight skipped', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ['midnight twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['the day before that', 'America/Havana', '2026-10-31', '2026-10-31T04:00Z', '2026-11-01T04:00Z'],
    ['00:01 set back to 23:01', 'America/St_Johns', '2010-11-07', '2010-11-07T02:30Z', '2010-11-08T03:30Z'],
  ])('%s: %s %s', (_name, zone, date, start, end) => {
    expect(resolve({ start: date, end: date, zone }, noon)).toEqual([start, end]);
  });

  test('days of a period are always 24 h', () => {
    expect(resolve({ period: '1d', zone: 'Europe/Amsterdam' }, '2026-03-29T12:00Z')).toEqual([
      '2026-03-28T12:00Z',
      '2026-03-29T12:00Z',
    ]);
  });

  test('yesterday has its actual number of hours', () => {
    expect(resolve({ period: 'yesterday', zone: 'Europe/Amsterdam' }, '2026-03-30T12:00Z')).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
    ]);
  });
});

describe('for any zone and time', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const now = fc
    .integer({ min: Date.UTC(1980, 0), max: Date.UTC(2100, 0) })
    .map((at) => new Date(at).toISOString());

  test('a day begins at the first instant of its date', () => {
    fc.assert(
      fc.property(zone, now, (zone, now) => {
        const date = DateTime.fromISO(now, { zone }).toISODate() ?? '';
        const [start = ''] = resolve({ end: date, period: 'today', zone }, now);
        const at = Date.parse(start);
        const dateAt = (time: number) => DateTime.fromMillis(time, { zone }).toISODate();
        expect(dateAt(at)).toBe(date);
        expect(dateAt(at - 1)).not.toBe(date);
      }),
      { numRuns: 500 },
    );
  });

  test('consecutive days have no gap', () => {
    fc.assert(
      fc.property(zone, now, (zone, now) => {
        const today = resolve({ period: 'today', zone }, now);
        const yesterday = resolve({ period: 'yesterday', zone }, now);
        expect(yesterday[1]).toBe(today[0]);
      }),
    );
  });

  test('a range is never empty, and never longer than its period', () => {
    const period = fc.oneof(
      fc.constantFrom('today', 'yesterday', 'month', 'year', 'all', '1mo', '120mo', '10y'),
      fc.integer({ min: 1, max: 3652 }).map((days) => `${days}d`),
    );
    fc.assert(
      fc.property(zone, now, period, (zone, now, period) => {
        const [start = '', end = ''] = resolve({ period, zone }, now);
        const length = Date.parse(end) - Date.parse(start);
        expect(length).toBeGreaterThanOrEqual(0);
        expect(length).toBeLessThan(3654 * 24 * 3_600_000);
        expect(Date.parse(end)).toBeLessThanOrEqual(Date.parse(now));
      }),
    );
  });

  test('the zones of the run are real', () => {
    fc.assert(fc.property(zone, (zone) => IANAZone.isValidZone(zone)));
  });
});
