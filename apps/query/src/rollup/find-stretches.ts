import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { only, select, type Terms } from '../database.ts';
import { sqlSlot } from '../key-range.ts';
import type { Range } from '../range.ts';
import { createShare } from '../share.ts';
import { marksReader } from './marks.ts';
import type { Rolled, SourceName } from './sources.ts';
import { longestStretch, type Stretches, type TouchedHour, untrustedHours } from './stretch.ts';
import touchedSql from './touched.sql';

/** Finds out where in a range each source can be taken from its rollup. */
export type FindStretches = (
  rollups: ReadonlyMap<SourceName, Rolled>,
  siteId: string,
  range: Range,
  terms: Terms,
) => Promise<Stretches>;

/** Ten years have 87,600 hours: checked one by one by a schema, they would hold the event loop for long. */
const numbers = z.custom<number[]>(
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
);

/** Of one length. `hours` in seconds, the others in milliseconds since 1970. */
const touchedHours = z.object({ hours: numbers, stored_at: numbers, late_at: numbers });

const hour = 3_600_000;

/**
 * Asks the database, by queries before the report's own: the two times that come of it make that one short, where as a
 * subquery of it they were worked out anew wherever they were used. The reports of a dashboard ask at the same time, most of
 * them for the same hours: they share answers.
 */
export function stretchFinder(clickhouse: ClickHouseClient): FindStretches {
  const share = createShare<TouchedHour[]>();
  const readMarks = marksReader(clickhouse);

  /** Ranges of the same hours make the same statement. */
  function readTouched(
    touched: string,
    siteId: string,
    { start, end }: Range,
    terms: Terms,
  ): Promise<TouchedHour[]> {
    const values = {
      site_id: siteId,
      hour_of_start: sqlSlot(Math.floor(start / hour) * hour),
      hour_after_end: sqlSlot(Math.ceil(end / hour) * hour),
    };
    const statement = { sql: touchedSql.replace('/* touched */', () => touched), values };
    return share(JSON.stringify(statement), terms.left, async (left) => {
      const { rows } = await select(clickhouse, statement, touchedHours, { ...terms, left });
      const { hours, stored_at: storedAt, late_at: lateAt } = only(rows);
      return hours.map((begin, place) => ({
        hour: begin * 1000,
        storedAt: storedAt[place] ?? 0,
        lateAt: lateAt[place] ?? 0,
      }));
    });
  }

  return async (rollups, siteId, range, terms) => {
    if (rollups.size === 0) return {};
    const tables = [...rollups.values()].flatMap((rolled) => [
      ...rolled.tables,
      ...(rolled.finer?.tables ?? []),
    ]);
    const marksOfAll = readMarks([...new Set(tables)], range, terms);

    /** The longest stretch of a rollup, if there is one. */
    async function find(rolled: Rolled) {
      const [touched, marks] = await Promise.all([
        readTouched(rolled.touched, siteId, range, terms),
        marksOfAll,
      ]);
      const own = rolled.tables.map((table) => marks.get(table) ?? new Map());
      const longest = longestStretch(rolled.lengths, range, untrustedHours(touched, own, rolled, range));
      return longest && { rolled, range: longest };
    }

    const found = [...rollups].map(async ([name, rolled]) => {
      const [stretch, finer] = await Promise.all([find(rolled), rolled.finer && find(rolled.finer)]);
      return [name, stretch ? { ...stretch, finer } : finer] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  };
}
