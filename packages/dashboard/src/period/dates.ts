/** A calendar day, YYYY-MM-DD. */
export type Day = string;

/** Whole days, both ends included. */
export interface Days {
  first: Day;
  last: Day;
}

/** The day of a moment in a time zone. */
export function dayIn(timezone: string, moment: number): Day {
  return writtenIn(timezone, moment).slice(0, 10);
}

/** The local time, HH:MM:SS. */
export function timeIn(timezone: string, moment: number): string {
  return writtenIn(timezone, moment).slice(11);
}

/** By time zone: every panel needs the day, and creating a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The Swedish locale writes dates as ISO 8601 does: 2026-11-22 14:47:00. */
function writtenIn(timeZone: string, moment: number): string {
  const known = formats.get(timeZone);
  if (known) return known.format(moment);
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, made);
  return made.format(moment);
}

export function addDays(day: Day, days: number): Day {
  return isoDay(Date.parse(day) + days * 86_400_000);
}

/** The first day of the month `count` months later. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day);
  return isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** The number of days between two, both included. */
export function daysFrom(first: Day, last: Day): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

/** A date without such a day, as 30 February, is read as another one, and any other text as none. */
const isDay = (text: string) => new Date(text).toJSON()?.slice(0, 10) === text;

/** The form in the address. */
export const daysText = ({ first, last }: Days) => `${first}_${last}`;

/** The earliest year with data. While a year is being typed, its first digits form years long past. */
export const earliest: Day = '1990-01-01';

/** @returns undefined for invalid days, and for years that the API refuses, even as the previous period */
export function readDays(text: string): Days | undefined {
  const [first = '', last = '', ...more] = text.split('_');
  const days = isDay(first) && isDay(last) && more.length === 0;
  return days && earliest <= first && first <= last && last < '2200' ? { first, last } : undefined;
}

const isoDay = (moment: number): Day => new Date(moment).toISOString().slice(0, 10);
