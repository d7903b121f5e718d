import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { select, type Terms } from '../database.ts';
import { sqlSlot } from '../key-range.ts';
import type { Range } from '../range.ts';
import { createShare } from '../share.ts';
import marksSql from './marks.sql';
import partsSql from './parts.sql';
import type { Marks } from './stretch.ts';

/** Reads up to when the days of a range are complete in the tables of rollups: of each by its name. */
export type ReadMarks = (
  tables: readonly string[],
  range: Range,
  terms: Terms,
) => Promise<ReadonlyMap<string, Marks>>;

/** A day's parts; `day` is a partition's id. */
const parts = z.object({
  table_name: z.string(),
  day: z.string(),
  names: z.array(z.string()),
  hash: z.string(),
});

type Parts = z.output<typeof parts>;

const mark = z.object({
  day: z.string(),
  part: z.string(),
  begin: z.number(),
  complete_until: z.number(),
});

/** What was read of a day while its parts had this hash. Times are milliseconds since 1970. */
interface KnownDay {
  hash: string;
  begin: number;
  completeUntil: number;
}

/**
 * Asks the database which parts there are, which it knows without reading them, and reads the marks of those that it has
 * not read yet: to open a part for each day takes longer than all else that a report has to know before it is asked.
 */
export function marksReader(clickhouse: ClickHouseClient): ReadMarks {
  const known = new Map<string, Map<string, KnownDay>>();
  const share = createShare<ReadonlyMap<string, Marks>>();

  async function marksOf(
    table: string,
    present: readonly Parts[],
    range: { first_day: string; last_day: string },
    terms: Terms,
  ): Promise<Marks> {
    const days = known.get(table) ?? new Map<string, KnownDay>();
    known.set(table, days);
    if (present.some(({ day, hash }) => days.get(day)?.hash !== hash)) {
      const values = { table, ...range };
      const { rows: marks } = await select(clickhouse, { sql: marksSql, values }, mark, terms);
      const byPart = new Map(marks.map((mark) => [mark.part, mark]));
      for (const { day, names, hash } of present) {
        const read = names.map((name) => byPart.get(name)).find((mark) => mark !== undefined);
        // Parts that were replaced in between have no mark here: the day is not trusted until it is asked for again.
        if (read !== undefined) {
          days.set(day, { hash, begin: read.begin, completeUntil: read.complete_until });
        }
      }
    }
    const marks = new Map<number, number>();
    for (const { day, hash } of present) {
      const read = days.get(day);
      if (read?.hash === hash) marks.set(read.begin, read.completeUntil);
    }
    return marks;
  }

  return (tables, { start, end }, terms) => {
    const days = { first_day: partitionOf(start), last_day: partitionOf(end) };
    const values = { tables, ...days };
    return share(JSON.stringify(values), terms.left, async (left) => {
      const own = { ...terms, left };
      const { rows } = await select(clickhouse, { sql: partsSql, values }, parts, own);
      const marks = tables.map(async (table) => {
        const present = rows.filter(({ table_name }) => table_name === table);
        return [table, await marksOf(table, present, days, own)] as const;
      });
      return new Map(await Promise.all(marks));
    });
  };
}

/** `YYYYMMDD` */
const partitionOf = (at: number) => sqlSlot(at).slice(0, 10).replaceAll('-', '');
