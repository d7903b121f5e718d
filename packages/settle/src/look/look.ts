/** The look for stale days: a few small queries for all settled tables. */

import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { pingLead } from '@tallyhouse/ping';
import { z } from 'zod';
import { day } from '../slack.ts';
import { type SettledTableName, settledTables } from '../tables.ts';
import { readChanges } from '../trust/trust.ts';
import { isStale } from '../trust/trusted-days.ts';
import { createWatermarks } from '../trust/watermarks.ts';
import { type Clock, clockOf } from './clock.ts';

interface Seen {
  /** The stale days of each table, as `YYYY-MM-DD`, newest first. */
  due: ReadonlyMap<SettledTableName, string[]>;
  clock: Clock;
}

/** @param restMs leaves out days whose watermark is younger, milliseconds */
export type Look = (restMs?: number) => Promise<Seen>;

/** Watermarks that a look has read are not read again by the next. */
export function createLook(client: ClickHouseClient): Look {
  const watermarksOf = createWatermarks();
  const read = <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) =>
    select(client, sql, row, values);

  return async (restMs = 0) => {
    const [begun, now, ended] = [Date.now(), await serverNow(client), Date.now()];
    const until = now + pingLead;
    const range = { start: 0, end: until + day };
    // Changes first, as watermarks of that moment are in the past.
    const { of } = await readChanges(read, new Set(settledTables.map(({ fact }) => fact)), undefined, range);
    const names = settledTables.map(({ name }) => name);
    const { tables, newest } = await watermarksOf(read, names, range);
    const due = settledTables.map(({ name, fact }) => {
      const table = { changed: of[fact], watermarks: tables.get(name) };
      const dates = [...of[fact].keys()]
        .filter((at) => isStale(at, table) && at <= until)
        .filter((at) => (table.watermarks?.get(at) ?? 0) < now - restMs)
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
