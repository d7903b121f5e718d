import { sqlSecond } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { changeRules } from '../tables.ts';
import changedDaysSql from './changed-days.sql';
import type { Read } from './read.ts';
import { type ChangedDay, type Changes, changedHoursOf, type Watermarks } from './trusted-days.ts';

const row = z.object({
  day: z.number(),
  changed_at: z.number(),
  first_hour_changed_at: z.number(),
  late_at: z.number(),
  now: z.number(),
});

/** When the sessions that affect a range last changed, by day. @param siteId all sites if undefined */
export async function readChanges(
  read: Read,
  tables: readonly Pick<Watermarks, 'changes'>[],
  siteId: string | undefined,
  range: { start: number; end: number },
): Promise<Changes> {
  const { from, until } = changedHoursOf(tables, range);
  const late = tables.some(({ changes }) => changeRules[changes].reachesPresent);
  const values = {
    site_id: siteId ?? '',
    days_from: sqlSecond(from),
    hours_from: sqlSecond(late ? 0 : from),
    hours_until: sqlSecond(until),
  };
  const rows = await read(changedDaysSql, values, row);
  const days = new Map<number, ChangedDay>();
  let earlierLateAt = 0;
  // Without a row nothing ever changed, and the time does not matter.
  let now = 0;
  for (const { day, changed_at, first_hour_changed_at, late_at, now: serverTime } of rows) {
    now = serverTime;
    if (day === 0) earlierLateAt = late_at;
    else days.set(day, { changedAt: changed_at, firstHourChangedAt: first_hour_changed_at, lateAt: late_at });
  }
  return { days, earlierLateAt, now };
}
