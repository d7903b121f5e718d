/** The search for stale days: a few small queries for all settled tables. */

import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { day } from '@tallyhouse/facts';
import { pingLead } from '@tallyhouse/ping';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { SettledTable, SettledTableName } from '../tables/define.ts';
import { settledTables } from '../tables/index.ts';
import { createWatermarks, past } from '../trust/candidates.ts';
import { find, type Read } from '../trust/find.ts';
import { isStale } from '../trust/trusted-days.ts';
import { type Clock, clockOf } from './clock.ts';

interface Seen {
  /** The stale days of each table, as `YYYY-MM-DD`, newest first. */
  due: ReadonlyMap<SettledTableName, string[]>;
  /** The days with data, or with rows of a settled table; all others are empty. A function, because the look of each minute needs none. */
  known(): string[];
  clock: Clock;
}

/** @param restMs leaves out days whose watermark is younger, milliseconds */
export type Look = (restMs?: number) => Promise<Seen>;

/** Watermarks that were read once are not read again. */
export function createLook(client: ClickHouseClient): Look {
  const watermarksOf = createWatermarks();
  const read: Read = (query, row) => select(client, query, row);

  return async (restMs = 0) => {
    const [begun, now, ended] = [Date.now(), await serverNow(client), Date.now()];
    const until = now + pingLead;
    const range = { start: 0, end: until + day };
    const found = await find(read, new Set(settledTables.map(({ fact }) => fact)), undefined, range);
    let newest: number | undefined;
    const due = settledTables.map(async ({ name, stored, fact }) => {
      const all = await watermarksOf(read, stored, found.tables.get(stored) ?? []);
      for (const watermark of all.values()) newest = Math.max(newest ?? 0, watermark);
      const table = { changed: found.changed[fact], watermarks: past(all, found.now) };
      const dates = [...table.changed.keys()]
        .filter((at) => isStale(at, table) && at <= until)
        .filter((at) => (table.watermarks.get(at) ?? 0) < now - restMs)
        .sort((a, b) => b - a)
        .map(dateOf);
      return [name, dates] as const;
    });
    const days = new Map(await Promise.all(due));
    const known = () => {
      const changed = Object.values(found.changed).flatMap((days) => [...days.keys()]);
      const settled = [...found.tables.values()].flat().map(({ at }) => at);
      return [...new Set([...changed, ...settled])].map(dateOf);
    };
    return { due: days, known, clock: clockOf({ begun, now, ended, newest }) };
  };
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The stale days of a settled table, as `YYYY-MM-DD`, newest first. */
export async function dueDays(
  client: ClickHouseClient,
  { name }: Pick<SettledTable, 'name'>,
): Promise<string[]> {
  const { due } = await createLook(client)();
  return due.get(name) ?? [];
}

/** By the server's clock, milliseconds since 1970. */
const serverNow = async (client: ClickHouseClient) =>
  only(
    await select(
      client,
      sql`select toUnixTimestamp64Milli(now64(3, 'UTC')) as now`,
      z.object({ now: z.number() }),
    ),
  ).now;
