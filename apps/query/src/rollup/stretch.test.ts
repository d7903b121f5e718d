import { longestStretch } from './stretch.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const hours = (...times: string[]) => times.map((time) => at(time) / 1000);
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

test('there is none where every hour was touched, nor within a slot', () => {
  expect(longestStretch([1440, 60, 15], stretch('01:20:00', '02:50:00'), hours('01:00:00', '02:00:00'))).toBe(
    undefined,
  );
  expect(longestStretch([1440, 60, 15], stretch('01:20:00', '01:29:00'), [])).toBe(undefined);
});
