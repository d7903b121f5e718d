/**
 * The tables in ClickHouse that may serve as a settled table, with their days: that of this build, and those of earlier builds that result
 * from its own definition with some of its columns. The name shows that, because it follows from columns and fill. Where the definition
 * changed otherwise, the old rows have another meaning.
 */
import { raw, type Sql, sql, type TableNames, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import type { SettledTable, SettledTableName } from '../tables/define.ts';
import { type DayParts, partitionOf, type Read } from './find.ts';
import type { KnownTable } from './trusted-days.ts';

const partWatermark = z.object({ part: z.string(), watermark: z.number() });

/** The watermark that was read from these parts of the day. */
interface KnownDay {
  version: string;
  watermark: number;
}

/** Until when the days of a table are settled, by their starts: milliseconds since 1970, in the future or not. */
export type Watermarks = ReadonlyMap<number, number>;

/** A watermark in the future comes from a fast clock, and is ignored: rows stored in the meantime would count as older. */
export const past = (watermarks: Watermarks, now: number): Watermarks =>
  new Map([...watermarks].filter(([, watermark]) => watermark <= now));

/** Reads the watermarks of new parts only: opening a part of each day would take longer than everything else before a report's query. */
export function createWatermarks() {
  const known = new Map<string, Map<number, KnownDay>>();

  /** @param stored the name of a settled table in ClickHouse */
  return async (read: Read, stored: string, present: readonly DayParts[]): Promise<Watermarks> => {
    const days = known.get(stored) ?? new Map<number, KnownDay>();
    known.set(stored, days);
    const unknown = present.filter(({ at, version }) => days.get(at)?.version !== version);
    if (unknown.length > 0) {
      const rows = await read(watermarksIn(stored, unknown), partWatermark);
      const byPart = new Map<string, number[]>();
      for (const { part, watermark } of rows) byPart.set(part, [...(byPart.get(part) ?? []), watermark]);
      for (const { at, names, version } of present) {
        const [watermark, ...others] = names.flatMap((name) => byPart.get(name) ?? []);
        // Parts that were replaced in between have no watermark here: the day is live until its parts are listed again. A day that a
        // killed server kept twice (rebuild.ts) has two, and is live until it is rebuilt.
        if (watermark !== undefined && others.length === 0) days.set(at, { version, watermark });
      }
    }
    return new Map(
      present.flatMap(({ at, version }) => {
        const found = days.get(at);
        return found?.version === version ? [[at, found.watermark]] : [];
      }),
    );
  };
}

function watermarksIn(stored: string, days: readonly DayParts[]): Sql {
  const starts = days.map(({ at }) => at).sort((a, b) => a - b);
  return sql`
select
    _part as part,
    toUnixTimestamp64Milli(watermark) as watermark
from ${raw(stored)}
where site_id = ''
  and _partition_id >= ${partitionOf(starts[0] ?? 0)}
  and _partition_id <= ${partitionOf(starts.at(-1) ?? 0)}
settings
    -- Days are parts of a few rows: one thread reads thirty of them in half the time of two threads.
    max_threads = 1,
    optimize_move_to_prewhere = 0`;
}

const columnRow = z.object({ table: z.string(), names: z.array(z.string()) });

const columnsOf = (tables: readonly string[]) => sql`
select
    table,
    groupArray(name) as names
from system.columns
where database = currentDatabase()
  and table in ${texts(tables)}
group by table`;

/** The columns of a table never change, so each table is read once. */
export function createPredecessors() {
  /** The columns that each table of an earlier build lacks; undefined for one with another definition. */
  const lacking = new Map<string, readonly string[] | undefined>();

  /** @param stored the names of settled tables @returns what each table of this build lacks in them, by their names */
  return async (read: Read, table: SettledTable, stored: readonly string[]) => {
    const others = stored.filter((name) => name.startsWith(`${table.name}__`) && name !== table.stored);
    const unknown = others.filter((name) => !lacking.has(name));
    if (unknown.length > 0) {
      for (const { table: name, names } of await read(columnsOf(unknown), columnRow)) {
        const has = new Set(names);
        const isLikeThis = table.like((column) => has.has(column)).stored === name;
        lacking.set(name, isLikeThis ? table.columns.filter((column) => !has.has(column)) : undefined);
      }
    }
    return others.flatMap((stored) => {
      const lacks = lacking.get(stored);
      return lacks ? [{ stored, lacks }] : [];
    });
  };
}

/** A table in ClickHouse that may serve as a settled table: that of this build, or one of an earlier build. */
export interface Candidate extends KnownTable {
  /** Its name in ClickHouse. */
  stored: string;
  isOwn: boolean;
  /** The columns of this build that it lacks. */
  lacks: readonly string[];
  watermarks: Watermarks;
}

/**
 * Chooses the tables that a query reads: those of this build, once they have the days of those of an earlier build. Until then the latter
 * serve, where they have all columns that the query reads.
 * @param servers the tables found on each of them: a table has one name on all
 * @param reads whether the query reads a column
 */
export function chooseTables(
  servers: readonly { candidates: ReadonlyMap<SettledTableName, readonly Candidate[]> }[],
  reads: (column: string) => boolean = () => true,
): TableNames {
  const names = new Set(servers.flatMap(({ candidates }) => [...candidates.keys()]));
  const chosen = [...names].flatMap((name): [string, string][] => {
    const onEach = servers.map(({ candidates }) => candidates.get(name) ?? []);
    const serving = (onEach[0] ?? [])
      .filter(({ lacks }) => !lacks.some(reads))
      .map(({ stored }) => onEach.flatMap((all) => all.find((one) => one.stored === stored) ?? []))
      .filter((found) => found.length === servers.length);
    const best = serving.reduce<Candidate[] | undefined>(
      (one, other) => (one === undefined || hasMore(other, one) ? other : one),
      undefined,
    );
    return best?.[0] ? [[name, best[0].stored]] : [];
  });
  return new Map(chosen);
}

/** Whether a table has a day that another one lacks, on any server; of two tables of earlier builds, whether it has more of them. */
function hasMore(table: readonly Candidate[], other: readonly Candidate[]): boolean {
  const daysIn = ({ changed, watermarks }: Candidate) =>
    [...watermarks.keys()].filter((at) => changed.has(at));
  if (other.every(({ isOwn }) => isOwn))
    return table.some((one, server) => daysIn(one).some((at) => !other[server]?.watermarks.has(at)));
  const count = (all: readonly Candidate[]) => all.reduce((sum, one) => sum + daysIn(one).length, 0);
  return count(table) > count(other);
}
