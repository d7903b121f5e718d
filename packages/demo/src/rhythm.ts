import { bell, type Random, seeded } from './random.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const usualVisits = 1200;
/** Sunday first. */
const weekdays = [0.92, 1.1, 1.04, 1.02, 1, 0.86, 0.8];
/** Relative number of readers in each hour of their local day, midnight first. */
const hours = [9, 5, 3, 2, 2, 4, 10, 20, 30, 38, 44, 46, 44, 42, 43, 45, 48, 54, 58, 62, 60, 48, 32, 18];

/** Whole days since 1970 (UTC). */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

export const isSunday = (day: number): boolean => weekdayOf(day) === 0;

/** Occasionally a link on a large site brings a crowd. */
export const isSpike = (day: number): boolean => day % 17 === 9;

/** The number of visits that begin on a day: by weekday, a slow swell, chance, and an occasional crowd. */
export function visitsOf(day: number): number {
  const chance = 1 + 0.09 * bell(seeded('visits', day));
  const swell = 1 + 0.12 * Math.sin(day / 9) + 0.05 * Math.sin(day / 31);
  const crowd = isSpike(day) ? 1.7 : 1;
  return Math.round(usualVisits * (weekdays[weekdayOf(day)] ?? 1) * swell * chance * crowd);
}

/** A time of day (UTC, milliseconds after midnight) for a visitor `hoursEast` of Greenwich. */
export function timeOfVisit(hoursEast: number, random: Random): number {
  const most = Math.max(...hours);
  let local = random() * 24;
  while (random() * most > (hours[Math.floor(local)] ?? 0)) local = random() * 24;
  return Math.floor(((local - hoursEast + 24) % 24) * hourMs);
}

/** 1970 began on a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7;
