import { render, type Sql, sql, sqlSecond, table, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { type SettledTableName, settledTables } from '../tables.ts';

/** Runs a query on behalf of a report, under its limits. */
export type Read = <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => Promise<Row[]>;

/** Milliseconds since 1970, `end` excluded. */
export interface Range {
  start: number;
  end: number;
}

/** The parts of a day; `day` is the id of the partition, `YYYYMMDD`. */
const dayParts = z.object({
  table_name: z.string(),
  day: z.string(),
  names: z.array(z.string()),
  hash: z.string(),
  now: z.number(),
});

type DayParts = z.output<typeof dayParts>;

const partWatermark = z.object({ part: z.string(), watermark: z.number() });

/** The watermark that was read while the day's parts had this hash. */
interface KnownDay {
  hash: string;
  watermark: number;
}

interface TableWatermarks {
  /** By table, then by the start of the day: milliseconds since 1970. Those in the future are left out. */
  tables: ReadonlyMap<SettledTableName, ReadonlyMap<number, number>>;
  /** The newest one, in the future or not; undefined when there is none. */
  newest: number | undefined;
}

/**
 * Lists the tables' parts, for which ClickHouse opens none, and reads the watermarks of those not read yet: opening a part of
 * each day would take longer than everything else before a report's query.
 */
export function createWatermarks() {
  const known = new Map<SettledTableName, Map<string, KnownDay>>();

  async function watermarksOf(
    read: Read,
    table: SettledTableName,
    present: readonly DayParts[],
  ): Promise<ReadonlyMap<number, number>> {
    const days = known.get(table) ?? new Map<string, KnownDay>();
    known.set(table, days);
    const unknown = present.filter(({ day, hash }) => days.get(day)?.hash !== hash);
    if (unknown.length > 0) {
      const dates = unknown.map(({ day }) => day).sort();
      const { sql, values } = render(watermarksIn(table, dates[0] ?? '', dates.at(-1) ?? ''));
      const rows = await read(sql, values, partWatermark);
      const byPart = new Map<string, number[]>();
      for (const { part, watermark } of rows) byPart.set(part, [...(byPart.get(part) ?? []), watermark]);
      for (const { day, names, hash } of present) {
        const [watermark, ...others] = names.flatMap((name) => byPart.get(name) ?? []);
        // Parts that were replaced in between have no watermark here: the day is live until its parts are listed again. A day that a
        // killed server kept twice (rebuild.ts) has two, and is live until it is rebuilt.
        if (watermark !== undefined && others.length === 0) days.set(day, { hash, watermark });
      }
    }
    const watermarks = new Map<number, number>();
    for (const { day, hash } of present) {
      const found = days.get(day);
      if (found?.hash === hash) watermarks.set(startOf(day), found.watermark);
    }
    return watermarks;
  }

  return async (read: Read, tables: readonly SettledTableName[], range: Range): Promise<TableWatermarks> => {
    const { sql, values } = render(partsIn(range));
    const rows = await read(sql, values, dayParts);
    const found = tables.map(async (table) => {
      const present = rows.filter(({ table_name }) => table_name === table);
      return [table, await watermarksOf(read, table, present)] as const;
    });
    const all = await Promise.all(found);
    // One in the future is of a clock that was ahead: what is stored meanwhile would count as older. It is no watermark.
    const now = rows[0]?.now ?? 0;
    const past = all.map(
      ([table, days]) => [table, new Map([...days].filter(([, watermark]) => watermark <= now))] as const,
    );
    const every = all.flatMap(([, days]) => [...days.values()]);
    return {
      tables: new Map(past),
      newest: every.length > 0 ? every.reduce((a, b) => Math.max(a, b)) : undefined,
    };
  };
}

/**
 * The parts of all settled tables, so that reports that run at the same time can share the list. A part never changes: a day that was
 * rebuilt, or whose parts were merged, has other parts with other hashes. The time is that of the server, which watermarks are of too.
 */
const partsIn = ({ start, end }: Range): Sql => sql`
select
    table as table_name,
    partition_id as day,
    groupArray(name) as names,
    arrayStringConcat(arraySort(groupArray(hash_of_all_files)), ' ') as hash,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as now
from system.parts
where database = currentDatabase()
  and table in ${texts(settledTables.map(({ name }) => name))}
  and active
  and partition_id >= ${text(partitionOf(start))}
  and partition_id <= ${text(partitionOf(end))}
group by
    table_name,
    day`;

/** @param first the id of a partition, as `last` */
const watermarksIn = (name: SettledTableName, first: string, last: string): Sql => sql`
select
    _part as part,
    toUnixTimestamp64Milli(watermark) as watermark
from ${table(name)}
where site_id = ''
  and _partition_id >= ${text(first)}
  and _partition_id <= ${text(last)}
settings
    -- Days are parts of a few rows: one thread reads thirty of them in half the time of two threads.
    max_threads = 1,
    optimize_move_to_prewhere = 0`;

const partitionOf = (at: number) => dateOf(at).replaceAll('-', '');

const startOf = (partition: string) =>
  Date.parse(`${partition.slice(0, 4)}-${partition.slice(4, 6)}-${partition.slice(6)}`);

const dateOf = (at: number) => sqlSecond(at).slice(0, 10);
