/** The look for stale days: a few small queries for all settled tables, which read days, and never the hours of every site. */

import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { pingLead } from '@tallyhouse/ping';
import { z } from 'zod';
import { day } from '../slack.ts';
import { type SettledTableName, settledTables } from '../tables.ts';
import { staleDays } from '../trust/stale-days.ts';
import type { Changes } from '../trust/trusted-days.ts';
import { createWatermarks } from '../trust/watermarks.ts';
import changedDaysSql from './changed-days.sql';
import changedEventsSql from './changed-events.sql';
import changedPathsSql from './changed-paths.sql';
import { type Clock, clockOf } from './clock.ts';
import noteEventsSql from './note-events.sql';
import noteHoursSql from './note-hours.sql';

interface Seen {
  /** The stale days of each table, as `YYYY-MM-DD`, newest first. */
  due: ReadonlyMap<SettledTableName, string[]>;
  clock: Clock;
}

/** @param restMs leaves out days whose watermark is younger, milliseconds */
export type Look = (restMs?: number) => Promise<Seen>;

const changedDay = z.object({
  day: z.number(),
  changed_at: z.number(),
  first_hours_changed_at: z.number(),
  late_at: z.number().default(0),
});
const eventDay = z.object({ day: z.number(), changed_at: z.number() });

/** Watermarks that a look has read are not read again by the next. */
export function createLook(client: ClickHouseClient): Look {
  const watermarksOf = createWatermarks();
  const read = <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) =>
    select(client, sql, row, values);

  async function changesIn(sql: string, now: number): Promise<Changes> {
    const rows = await select(client, sql, changedDay);
    const days = rows.map(
      ({ day: at, changed_at: changedAt, first_hours_changed_at: firstHoursChangedAt, late_at: lateAt }) =>
        [at, { changedAt, firstHoursChangedAt, lateAt }] as const,
    );
    return { days: new Map(days), earlierLateAt: 0, now };
  }

  return async (restMs = 0) => {
    const [begun, now, ended] = [Date.now(), await serverNow(client), Date.now()];
    // Changes first, as watermarks of that moment are in the past.
    const sessions = await changesIn(changedDaysSql, now);
    const namedByEvents = await changesIn(changedPathsSql, now);
    const events = await select(client, changedEventsSql, eventDay);
    const until = now + pingLead;
    const { tables, newest } = await watermarksOf(
      read,
      settledTables.map(({ name }) => name),
      { start: 0, end: until + day },
    );
    const due = settledTables.map(({ name, changes }) => {
      const days = tables.get(name) ?? new Map<number, number>();
      const stale =
        changes === 'event'
          ? events.flatMap(({ day: at, changed_at }) => (changed_at >= (days.get(at) ?? 0) ? at : []))
          : staleDays({ changes, days }, changes === 'path' ? [sessions, namedByEvents] : [sessions]);
      const dates = [...new Set(stale)]
        .filter((at) => at <= until && (days.get(at) ?? 0) < now - restMs)
        .sort((a, b) => b - a)
        .map((at) => new Date(at).toISOString().slice(0, 10));
      return [name, dates] as const;
    });
    return { due: new Map(due), clock: clockOf({ begun, now, ended, newest }) };
  };
}

/** By the server's clock, milliseconds since 1970. */
const serverNow = async (client: ClickHouseClient) =>
  only(
    await select(
      client,
      `select toUnixTimestamp64Milli(now64(3, 'UTC')) as now`,
      z.object({ now: z.number() }),
    ),
  ).now;

/**
 * Notes by day what is noted by hour. The views do that with each insert; this is for what passed them by: an insert that began before
 * an upgrade, rows that were restored or copied. It reads all hours.
 */
export async function noteDays(client: ClickHouseClient): Promise<void> {
  for (const query of [noteHoursSql, noteEventsSql])
    await client.command({ query, clickhouse_settings: { async_insert: 0 } });
}
