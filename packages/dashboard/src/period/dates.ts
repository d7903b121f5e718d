/** A calendar day, YYYY-MM-DD. */
export type Day = string;

/** Whole days, both ends included. */
export interface Days {
  first: Day;
  last: Day;
}

/** The day that a moment falls on in a time zone. */
export function dayIn(timezone: string, moment: number): Day {
  // Of all locales Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(moment);
}

/** The local time, HH:MM:SS. */
export function timeIn(timezone: string, moment: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'medium' }).format(moment);
}

export function addDays(day: Day, days: number): Day {
  return isoDay(Date.parse(day) + days * 86_400_000);
}

/** The first day of the month so many months later. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day);
  return isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** How many days there are from one to another, both included. */
export function daysFrom(first: Day, last: Day): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(Date.parse(text)) === text
  );
}

/** As they stand in an address. */
export const daysText = ({ first, last }: Days) => `${first}_${last}`;

/** What `readDays` takes, for a reader. */
export const acceptedDays = 'the first and the last day, such as 2026-11-01_2026-11-21 (1990 to 2199)';

/** Years from here on have numbers. While a year is typed, its first digits make years long gone. */
export const earliest: Day = '1990-01-01';

/** @returns undefined for what are no days, and for years that the API refuses, also as the time just before them */
export function readDays(text: string): Days | undefined {
  const [first = '', last = '', ...more] = text.split('_');
  const days = isDay(first) && isDay(last) && more.length === 0;
  return days && earliest <= first && first <= last && last < '2200' ? { first, last } : undefined;
}

function isoDay(moment: number): Day {
  return new Date(moment).toISOString().slice(0, 10);
}
