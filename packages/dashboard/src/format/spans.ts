import { addDays, type Day, type Days, dayIn } from '../period/dates.ts';
import { messages } from '../words/words.ts';
import { language } from './language.ts';

/**
 * A short name of a period: `Nov 8 – 14`, `Nov 21, until 2:47 PM`.
 * @param start milliseconds since 1970
 * @param end exclusive
 * @param now its year is omitted
 * @param details.weekday whether days are named with their weekday: `Sun 8 Nov – Sat 14 Nov`
 */
export function spanName(
  start: number,
  end: number,
  timezone: string,
  now: number,
  { weekday = false }: { weekday?: boolean } = {},
): string {
  const last = Math.max(start, end - 1);
  const thisYear = [start, last].every(
    (moment) => dayIn(timezone, moment).slice(0, 4) === dayIn(timezone, now).slice(0, 4),
  );
  const day: Intl.DateTimeFormatOptions = {
    timeZone: timezone,
    ...(weekday && { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    ...(!thisYear && { year: 'numeric' }),
  };
  const time: Intl.DateTimeFormatOptions = { timeZone: timezone, hour: 'numeric', minute: '2-digit' };
  const inWords = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), options);
  // Where clocks skip midnight, a day begins at one.
  const beginsDay = (moment: number) => dayIn(timezone, moment) !== dayIn(timezone, moment - 1);
  if (!beginsDay(start)) return inWords({ ...day, ...time }).formatRange(start, end);
  const days = inWords(day).formatRange(start, last);
  return beginsDay(end) ? days : messages.period.until(days, inWords(time).format(end));
}

/** A short name of whole days. @param today its year is omitted */
export const spanOfDays = ({ first, last }: Days, today: Day) =>
  spanName(Date.parse(first), Date.parse(addDays(last, 1)), 'UTC', Date.parse(today));
