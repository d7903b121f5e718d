import { idAge, idLead } from '@tallyhouse/ping';

const hour = 3_600_000;
export const day = 24 * hour;

/**
 * The session hours of all sessions with a ping in a range: ingest ensures that the time inside an id is at most `idAge`
 * before and `idLead` after that of its pings. Times are milliseconds since 1970.
 * @returns from, up to but not including
 */
export function sessionHoursOf(range: { from: number; until: number }): { from: number; until: number } {
  // The hour of an id starts up to an hour before its time.
  return { from: range.from - idAge - hour, until: range.until + idLead };
}
