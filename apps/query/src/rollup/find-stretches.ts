import type { ClickHouseClient } from '@clickhouse/client';
import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { select, type Terms } from '../database.ts';
import { sqlSlot } from '../key-range.ts';
import { createPause } from '../pause.ts';
import type { Range } from '../range.ts';
import { createShare } from '../share.ts';
import { marksReader } from './marks.ts';
import type { Rolled, SourceName } from './sources.ts';
import { longestStretch, type Stretches, type TouchedHours, untrustedHours } from './stretch.ts';
import touchedSql from './touched.sql';

/** Finds out where in a range each source can be taken from its rollup. */
export type FindStretches = (
  rollups: ReadonlyMap<SourceName, Rolled>,
  siteId: string,
  range: Range,
  terms: Terms,
) => Promise<Stretches>;

/** Binary numbers, eight bytes each: 87,600 hours in JSON's decimals would hold the event loop for long. */
const numbers = z
  .string()
  .transform((text) => new Float64Array(new Uint8Array(Buffer.from(text, 'base64url')).buffer));

/** Milliseconds since 1970. */
const touchedHours = z
  .object({ hours: numbers, stored_at: numbers, late_at: numbers })
  .refine(({ hours, stored_at, late_at }) =>
    [stored_at, late_at].every((column) => column.length === hours.length),
  );

const hour = 3_600_000;

/**
 * Asks the database, by queries before the report's own: the two times that come of it make that one short, where as a
 * subquery of it they were worked out anew wherever they were used. The reports of a dashboard ask at the same time, most of
 * them for the same hours: they share answers.
 */
export function stretchFinder(clickhouse: ClickHouseClient): FindStretches {
  const share = createShare<TouchedHours>();
  const readMarks = marksReader(clickhouse);

  /** Ranges of the same hours make the same statement. */
  function readTouched(
    touched: string,
    siteId: string,
    { start, end }: Range,
    terms: Terms,
  ): Promise<TouchedHours> {
    const values = {
      site_id: siteId,
      hour_of_start: sqlSlot(Math.floor(start / hour) * hour),
      hour_after_end: sqlSlot(Math.ceil(end / hour) * hour),
    };
    const statement = { sql: touchedSql.replace('/* touched */', () => touched), values };
    return share(JSON.stringify(statement), terms.left, async (left) => {
      const { rows } = await select(clickhouse, statement, touchedHours, { ...terms, left });
      const { hours, stored_at: storedAt, late_at: lateAt } = only(rows);
      return { hours, storedAt, lateAt };
    });
  }

  return async (rollups, siteId, range, terms) => {
    if (rollups.size === 0) return {};
    const all = [...rollups.values()].flatMap((rolled) => (rolled.finer ? [rolled, rolled.finer] : [rolled]));
    const [marks, read] = await Promise.all([
      readMarks([...new Set(all.flatMap(({ tables }) => tables))], range, terms),
      Promise.all(
        [...new Set(all)].map(async (rolled) => ({
          rolled,
          touched: await readTouched(rolled.touched, siteId, range, terms),
        })),
      ),
    ]);
    const pause = createPause();
    const longest = new Map<Rolled, Range | undefined>();
    for (const { rolled, touched } of read) {
      await pause();
      const own = rolled.tables.map((table) => marks.get(table) ?? new Map());
      const untrusted = untrustedHours(touched, own, rolled, range);
      longest.set(rolled, longestStretch(rolled.lengths, range, untrusted));
    }

    function stretchOf(rolled: Rolled) {
      const range = longest.get(rolled);
      return range && { rolled, range };
    }

    const found = [...rollups].map(([name, rolled]) => {
      const stretch = stretchOf(rolled);
      const finer = rolled.finer && stretchOf(rolled.finer);
      return [name, stretch ? { ...stretch, finer } : finer] as const;
    });
    return Object.fromEntries(found);
  };
}
