import { sqlSecond } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import type { SettledTableName } from '../tables.ts';
import partsSql from './parts.sql';
import type { Read } from './read.ts';
import watermarksSql from './watermarks.sql';

/** Reads the watermarks of the days of a range, for each table by the start of the day: milliseconds since 1970. */
export type ReadWatermarks = (
  read: Read,
  tables: readonly SettledTableName[],
  range: { start: number; end: number },
) => Promise<ReadonlyMap<SettledTableName, ReadonlyMap<number, number>>>;

/** The parts of a day; `day` is the id of the partition, `YYYYMMDD`. */
const dayParts = z.object({
  table_name: z.string(),
  day: z.string(),
  names: z.array(z.string()),
  hash: z.string(),
});

type DayParts = z.output<typeof dayParts>;

const partWatermark = z.object({ part: z.string(), watermark: z.number() });

/** The watermark that was read while the day's parts had this hash. */
interface KnownDay {
  hash: string;
  watermark: number;
}

/**
 * Lists the tables' parts, for which ClickHouse opens none, and reads the watermarks of those not read yet: opening a part of
 * each day would take longer than everything else before a report's query.
 */
export function createWatermarks(): ReadWatermarks {
  const known = new Map<SettledTableName, Map<string, KnownDay>>();

  async function watermarksOf(
    read: Read,
    table: SettledTableName,
    present: readonly DayParts[],
    partitions: { first_day: string; last_day: string },
  ): Promise<ReadonlyMap<number, number>> {
    const days = known.get(table) ?? new Map<string, KnownDay>();
    known.set(table, days);
    if (present.some(({ day, hash }) => days.get(day)?.hash !== hash)) {
      const rows = await read(watermarksSql, { table, ...partitions }, partWatermark);
      const byPart = new Map(rows.map(({ part, watermark }) => [part, watermark]));
      for (const { day, names, hash } of present) {
        const watermark = names.map((name) => byPart.get(name)).find((found) => found !== undefined);
        // Parts that were replaced in between have no watermark here: the day is live until its parts are listed again.
        if (watermark !== undefined) days.set(day, { hash, watermark });
      }
    }
    const watermarks = new Map<number, number>();
    for (const { day, hash } of present) {
      const found = days.get(day);
      if (found?.hash === hash) watermarks.set(beginOf(day), found.watermark);
    }
    return watermarks;
  }

  return async (read, tables, { start, end }) => {
    const partitions = { first_day: partitionOf(start), last_day: partitionOf(end) };
    const rows = await read(partsSql, { tables, ...partitions }, dayParts);
    const found = tables.map(async (table) => {
      const present = rows.filter(({ table_name }) => table_name === table);
      return [table, await watermarksOf(read, table, present, partitions)] as const;
    });
    return new Map(await Promise.all(found));
  };
}

const partitionOf = (at: number) => sqlSecond(at).slice(0, 10).replaceAll('-', '');

const beginOf = (partition: string) =>
  Date.parse(`${partition.slice(0, 4)}-${partition.slice(4, 6)}-${partition.slice(6)}`);
