import type { ClickHouseClient } from '@clickhouse/client';
import { createTrust, type Read, type SettledTableName, type TrustedDays } from '@tallyhouse/settle';
import { select, type Terms } from '../database.ts';
import type { Range } from '../range.ts';
import { createShare } from '../share.ts';
import type { Sites } from '../sites/sites.ts';
import type { TrustedRows } from './arms.ts';
import type { RowSetName } from './row-sets.ts';

/** Finds the days of a range that each row set can read from settled tables. */
export type FindTrusted = (
  sources: ReadonlyMap<RowSetName, readonly SettledTableName[]>,
  sites: Sites,
  range: Range,
  terms: Terms,
) => Promise<TrustedRows>;

const day = 86_400_000;

/**
 * Queries the database before the report does: the few times that it returns keep the report's own query short. The reports of
 * a dashboard run at the same time, most of them for the same days: they share results.
 */
export function trustedFinder(clickhouse: ClickHouseClient): FindTrusted {
  const share = createShare<TrustedDays>();
  const trust = createTrust();

  return async (sources, { ids, every }, range, terms) => {
    const days = { start: Math.floor(range.start / day) * day, end: Math.ceil(range.end / day) * day };
    const sites = every ? undefined : ids;
    const found = [...sources].map(async ([name, tables]) => {
      if (tables.length === 0) return [];
      const trusted = await share(JSON.stringify([tables, sites, days]), terms.left, (left) => {
        const read: Read = async (sql, values, row) =>
          (await select(clickhouse, { sql, values }, row, { ...terms, left })).rows;
        return trust(read, tables, sites, days);
      });
      return [[name, trusted] as const];
    });
    return new Map((await Promise.all(found)).flat());
  };
}
