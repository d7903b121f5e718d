import type { ClickHouseClient } from '@clickhouse/client';
import { createTrust, type Read, type SettledTableName } from '@tallyhouse/settle';
import type { z } from 'zod';
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
 * a dashboard run at the same time, most of them for the same days: they share these queries.
 */
export function trustedFinder(clickhouse: ClickHouseClient): FindTrusted {
  // The same SQL returns rows of the same type.
  const share = createShare<unknown[]>();
  const trust = createTrust();

  return async (sources, { ids, every }, range, terms) => {
    const days = { start: Math.floor(range.start / day) * day, end: Math.ceil(range.end / day) * day };
    const read: Read = async <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => {
      const run = async (left: AbortSignal) =>
        (await select(clickhouse, { sql, values }, row, { ...terms, left })).rows;
      return (await share(JSON.stringify([sql, values]), terms.left, run)) as Row[];
    };
    const served = [...sources].filter(([, tables]) => tables.length > 0);
    if (served.length === 0) return new Map();
    const sets = served.map(([, tables]) => tables);
    const trusted = await trust(read, sets, every ? undefined : ids, days);
    return new Map(served.flatMap(([name], index) => (trusted[index] ? [[name, trusted[index]]] : [])));
  };
}
