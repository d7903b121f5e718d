import { gapsIn } from './gaps.ts';

const day = [...Array(6).fill(0), ...Array(18).fill(20)];
const hours = (...without: number[]) =>
  [...day, ...day].map((pings, hour) => {
    return { bucket: `hour ${hour}`, count: without.includes(hour) ? 0 : pings };
  });
/** Most hours of an office's site are quiet. */
const office = Array.from({ length: 72 }, (_, hour) => ({
  bucket: `hour ${hour}`,
  count: hour === 34 || hour === 35 ? 0 : hour % 24 > 8 && hour % 24 < 17 ? 100 : 2,
}));
/** The hours of a small site, which imports in one of them. */
const imported = hours().map(({ bucket }, hour) => ({ bucket, count: hour === 8 ? 1e6 : hour % 2 }));
const days = (...counts: number[]) => counts.map((count, at) => ({ bucket: `day ${at}`, count }));

test.each([
  ['a quiet night', hours(), true, []],
  ['one hour of 20 pings', hours(34), true, []],
  ['two of them', hours(34, 35), true, ['hour 34', 'hour 35']],
  ['two of the first day, by those of the second', hours(8, 9), true, ['hour 8', 'hour 9']],
  ['two of an office', office, true, ['hour 34', 'hour 35']],
  ['a day', days(0, 40, 0, 40), false, ['day 2']],
  ['a day of a small site', days(9, 0, 9), false, []],
  ['the days since the last one', days(40, 40, 0, 0), false, ['day 2', 'day 3']],
  ['days after an import into a small site', days(3, 1e6, 0, 5, 0), false, []],
  ['days after an import into a new site', days(1e6, 0, 0), false, []],
  ['the hour a day after an import into a small site', imported, true, []],
  ['nothing at all', days(0, 0), false, []],
])('gaps: %s', (_, buckets, isHourly, gaps) => {
  expect(gapsIn(buckets, isHourly)).toEqual(gaps);
});
