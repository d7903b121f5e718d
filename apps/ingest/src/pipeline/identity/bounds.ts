import { idAge, idLead } from '@tallyhouse/ping';

const minuteMs = 60_000;
export const halfHourMs = 30 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const fiveYearsMs = 5 * 366 * dayMs;

/** An id contains the time of its creation, which may be wrong: it is from the visitor's clock. */
export function isOfThisVisit(madeAt: number, pingedAt: number): boolean {
  return madeAt >= pingedAt - idAge && madeAt <= pingedAt + idLead;
}

export function isOfAVisitor(madeAt: number, pingedAt: number): boolean {
  return madeAt >= pingedAt - fiveYearsMs && madeAt <= pingedAt + idLead;
}

export function startOfHalfHour(time: number): number {
  return time - (time % halfHourMs);
}

export function startOfDay(time: number): number {
  return time - (time % dayMs);
}

export function startOfMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
