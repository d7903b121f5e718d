import { longestStretch, untrustedHours } from './stretch.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const hours = (...times: string[]) => times.map(at);
const stretch = (start: string, end: string) => ({ start: at(start), end: at(end) });

const range = stretch('01:20:30.500', '09:50:00');

test('a range of which nothing was touched is taken whole, in slots of the rollup', () => {
  expect(longestStretch([1440, 60, 15], range, [])).toEqual(stretch('01:30:00', '09:45:00'));
  expect(longestStretch([1440, 60], range, [])).toEqual(stretch('02:00:00', '09:00:00'));
});

test('the longest part between hours that were touched is taken', () => {
  expect(longestStretch([1440, 60, 15], range, hours('03:00:00', '08:00:00', '09:00:00'))).toEqual(
    stretch('04:00:00', '08:00:00'),
  );
  expect(longestStretch([1440, 60, 15], range, hours('04:00:00', '05:00:00'))).toEqual(
    stretch('06:00:00', '09:45:00'),
  );
});

test('an hour at either edge was touched', () => {
  expect(longestStretch([1440, 60, 15], range, hours('01:00:00', '09:00:00'))).toEqual(
    stretch('02:00:00', '09:00:00'),
  );
});

test('a slot that was touched in any of its hours is not taken', () => {
  const days = { start: Date.parse('2026-11-18T12:00Z'), end: Date.parse('2026-11-23T12:00Z') };
  expect(longestStretch([1440], days, hours('10:00:00'))).toEqual({
    start: Date.parse('2026-11-19T00:00Z'),
    end: at('00:00:00'),
  });
  expect(longestStretch([1440], { ...days, start: at('00:00:00') }, hours('10:00:00'))).toEqual({
    start: Date.parse('2026-11-22T00:00Z'),
    end: Date.parse('2026-11-23T00:00Z'),
  });
});

test('there is none where every hour was touched, nor within a slot', () => {
  expect(longestStretch([1440, 60, 15], stretch('01:20:00', '02:50:00'), hours('01:00:00', '02:00:00'))).toBe(
    undefined,
  );
  expect(longestStretch([1440, 60, 15], stretch('01:20:00', '01:29:00'), [])).toBe(undefined);
});

describe('hours of a range', () => {
  const day = at('00:00:00');
  const begins = ['01:00:00', '02:00:00', '03:00:00'];
  const columns = (...touched: { hour: number; storedAt: number; lateAt: number }[]) => ({
    hours: touched.map(({ hour }) => hour),
    storedAt: touched.map(({ storedAt }) => storedAt),
    lateAt: touched.map(({ lateAt }) => lateAt),
  });
  const rows = begins.map((begin) => ({ hour: at(begin), storedAt: at(begin) + 5, lateAt: 0 }));
  const touched = columns(...rows);
  const complete = (time: string) => [new Map([[day, at(time)]])];

  test('are trusted when their day was made after they were touched', () => {
    expect(untrustedHours(touched, complete('12:00:00'), {}, range)).toEqual([]);
    expect(untrustedHours(touched, complete('02:30:00'), {}, range)).toEqual(hours('03:00:00'));
  });

  test('touched in the very moment up to which the day is complete are not', () => {
    expect(untrustedHours(touched, complete('03:00:00.005'), {}, range)).toEqual(hours('03:00:00'));
  });

  test('are not trusted when their day was never made, or not in one of the tables', () => {
    expect(untrustedHours(touched, [new Map()], {}, range)).toEqual(hours(...begins));
    expect(untrustedHours(touched, [...complete('12:00:00'), new Map()], {}, range)).toEqual(
      hours(...begins),
    );
  });

  test('before it do not count by themselves', () => {
    const before = { hour: at('00:00:00'), storedAt: at('20:00:00'), lateAt: 0 };
    expect(untrustedHours(columns(before, ...rows), complete('12:00:00'), {}, range)).toEqual([]);
  });

  test('after a late ping are not trusted where it moves when visitors were first seen', () => {
    const late = { hour: 0, storedAt: 0, lateAt: at('12:00:00') };
    expect(untrustedHours(columns(late, ...rows), complete('12:00:00'), {}, range)).toEqual([]);
    expect(
      untrustedHours(columns(late, ...rows), complete('12:00:00'), { movedByLatePings: true }, range),
    ).toEqual(hours(...begins));
  });
});

test.each([1440, 60, 15] as const)(
  'a slot of %i minutes is taken from its first millisecond on, up to its last',
  (length) => {
    const [begin, slot] = [Date.parse('2026-11-18T00:00Z'), length * 60_000];
    const taken = (from: number, until: number) =>
      longestStretch([length], { start: begin + from, end: begin + 3 * slot + until }, []);
    const stretchOf = (first: number, last: number) => ({
      start: begin + first * slot,
      end: begin + last * slot,
    });
    expect([taken(-1, -1), taken(0, 0), taken(1, 1)]).toEqual([
      stretchOf(0, 2),
      stretchOf(0, 3),
      stretchOf(1, 3),
    ]);
  },
);
