import type { Granularity } from '../api/reports.ts';

/** A text in SQL of ClickHouse. */
export const literal = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** A moment in SQL. @param iso ISO 8601 in UTC */
export const moment = (iso: string) => `toDateTime64('${iso.replace('T', ' ').replace('Z', '')}', 3, 'UTC')`;

/** The start of the hour, day, week or month of a time, by the clock of a zone; of hours and days a time, of others a date. */
export function bucketSql(granularity: Granularity, time: string, timezone: string): string {
  const zone = literal(timezone);
  switch (granularity) {
    case 'hour':
      return `toStartOfHour(toDateTime(${time}, ${zone}))`;
    case 'day':
      return `toStartOfDay(${time}, ${zone})`;
    case 'week':
      return `toStartOfWeek(${time}, 1, ${zone})`;
    case 'month':
      return `toStartOfMonth(${time}, ${zone})`;
  }
}
