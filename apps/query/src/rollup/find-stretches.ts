import type { ClickHouseClient } from '@clickhouse/client';
import { select, type Terms } from '../database.ts';
import type { Range } from '../range.ts';
import { createShare } from '../share.ts';
import type { Rolled, SourceName } from './sources.ts';
import { longestStretch, type Stretches, stretchStatement, touchedHour } from './stretch.ts';

/** Finds out where in a range each source can be taken from its rollup. */
export type FindStretches = (
  rollups: ReadonlyMap<SourceName, Rolled>,
  siteId: string,
  range: Range,
  terms: Terms,
) => Promise<Stretches>;

/** Asks the database. The reports of a dashboard ask at the same time, most of them for the same hours: they share answers. */
export function stretchFinder(clickhouse: ClickHouseClient): FindStretches {
  const share = createShare<number[]>();
  return async (rollups, siteId, range, terms) => {
    const found = [...rollups].map(async ([name, rolled]) => {
      const { sql, values } = stretchStatement(rolled, range);
      const statement = { sql, values: { ...values, site_id: siteId } };
      const untrusted = await share(JSON.stringify(statement), terms.left, async (left) => {
        const { rows } = await select(clickhouse, statement, touchedHour, { ...terms, left });
        return rows.map(({ hour }) => hour);
      });
      const stretch = longestStretch(rolled.lengths, range, untrusted);
      return [name, stretch && { rolled, range: stretch }] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  };
}
