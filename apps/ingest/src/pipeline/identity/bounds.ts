import { idAge, idLead } from '@tallyhouse/ping';

export const hourMs = 3_600_000;
export const halfHourMs = hourMs / 2;

/** Whether a session with this time in its id may have a ping at this time: tables and reports rely on it. An event may be much later. */
export const isOfThisVisit = (madeAt: number, pingedAt: number, type = ''): boolean =>
  (type === 'event' || madeAt >= pingedAt - idAge) && madeAt <= pingedAt + idLead;

const earliest = Date.UTC(1990, 0);
const latest = Date.UTC(2100, 0);

/** Whether the time in an id can be stored: ClickHouse's hours end in 2106. */
export const isStorable = (madeAt: number): boolean => madeAt >= earliest && madeAt < latest;

export const startOfHalfHour = (time: number): number => time - (time % halfHourMs);

export function startOfMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
