/** When the rows of days last changed, as views over pings and events note it in `changed_days`. */

import { z } from 'zod';
import type { Fact } from '../tables.ts';
import changedDaysSql from './changed-days.sql';
import changedEventsSql from './changed-events.sql';
import { dateOf, type Range, type Read } from './watermarks.ts';

/** By the start of the day, both in milliseconds since 1970. A day that is missing holds no rows. */
export type ChangedDays = ReadonlyMap<number, number>;

export interface Changes {
  /** Of the facts that were asked for, and of sessions. */
  of: Readonly<Record<Fact, ChangedDays>>;
  /** By the server's clock; 0 when nothing ever changed. */
  now: number;
}

const changedDay = z.object({
  fact: z.enum(['session', 'visitor', 'late', 'path']),
  at: z.number(),
  changed_at: z.number(),
  now: z.number(),
});

const changedEventDay = changedDay.pick({ at: true, changed_at: true });

/**
 * Reads when rows of these facts last changed on the days of a range, by one small query, and another one for events.
 * @param sites all sites if undefined
 */
export async function readChanges(
  read: Read,
  facts: ReadonlySet<Fact>,
  sites: readonly string[] | undefined,
  { start, end }: Range,
): Promise<Changes> {
  const values = { ...siteValues(sites), first_day: dateOf(start), last_day: dateOf(end - 1) };
  const named = [...facts].filter((fact) => fact !== 'event');
  const asked = new Set(
    named.flatMap((fact) => (fact === 'visitor' ? ['session', fact, 'late'] : ['session', fact])),
  );
  const [rows, eventRows] = await Promise.all([
    asked.size > 0 ? read(changedDaysSql, { ...values, facts: [...asked] }, changedDay) : [],
    facts.has('event') ? read(changedEventsSql, values, changedEventDay) : [],
  ]);
  const daysOf = (fact: string) =>
    new Map(rows.flatMap((row) => (row.fact === fact ? [[row.at, row.changed_at] as const] : [])));
  return {
    of: {
      session: daysOf('session'),
      visitor: withLate(daysOf('visitor'), daysOf('late')),
      path: daysOf('path'),
      event: new Map(eventRows.map(({ at, changed_at }) => [at, changed_at])),
    },
    now: rows[0]?.now ?? 0,
  };
}

/** A ping that was stored a day or more after its time may move a first visit away from any later day. */
function withLate(visitors: ChangedDays, late: ChangedDays): ChangedDays {
  const inOrder = (days: ChangedDays) => [...days].sort(([a], [b]) => a - b);
  const waiting = inOrder(late);
  let lateAt = 0;
  return new Map(
    inOrder(visitors).map(([at, changedAt]) => {
      for (let [first] = waiting; first !== undefined && first[0] <= at; [first] = waiting) {
        lateAt = Math.max(lateAt, first[1]);
        waiting.shift();
      }
      return [at, Math.max(changedAt, lateAt)];
    }),
  );
}

export const siteValues = (sites: readonly string[] | undefined) => ({
  every_site: sites === undefined,
  sites: sites ?? [],
});
