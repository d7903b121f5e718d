import type { ClickHouseClient } from '@clickhouse/client';
import {
  createTrust,
  type Read,
  type SettledTableName,
  type TrustedDays,
  withLiveDays,
  worstDays,
} from '@tallyhouse/settle';
import { z } from 'zod';
import { select, type Terms } from '../database.ts';
import type { Range } from '../range.ts';
import { onAllShards } from '../shards/cluster-sql.ts';
import { orMissing, type Shards } from '../shards/shards.ts';
import { createShare } from '../share.ts';
import { narrow, siteBindings } from '../sites/narrow.ts';
import type { Sites } from '../sites/sites.ts';
import type { TrustedRows } from './arms.ts';
import daysOfSharedIdsSql from './days-of-shared-ids.sql';
import type { RowSetName } from './row-sets.ts';

/** Finds the days of a range that each row set can read from settled tables. */
export type FindTrusted = (
  sources: ReadonlyMap<RowSetName, readonly SettledTableName[]>,
  sites: Sites,
  range: Range,
  terms: Terms,
) => Promise<TrustedRows>;

type TableSet = readonly SettledTableName[];

const day = 86_400_000;

/**
 * Queries the database before the report does: the few times that it returns keep the report's own query short. The reports of
 * a dashboard run at the same time, most of them for the same days: they share these queries.
 */
export function trustedFinder(clickhouse: ClickHouseClient, shards?: Shards): FindTrusted {
  const daysOf = shards ? daysOfShards(clickhouse, shards) : daysOfServer(clickhouse);
  return async (sources, sites, range, terms) => {
    const days = { start: Math.floor(range.start / day) * day, end: Math.ceil(range.end / day) * day };
    const served = [...sources].filter(([, tables]) => tables.length > 0);
    if (served.length === 0) return new Map();
    const sets = served.map(([, tables]) => tables);
    const trusted = await daysOf(sets, sites, days, terms);
    return new Map(served.flatMap(([name], index) => (trusted[index] ? [[name, trusted[index]]] : [])));
  };
}

type FindDays = (
  sets: readonly TableSet[],
  sites: Sites,
  range: Range,
  terms: Terms,
) => Promise<TrustedDays[]>;

function daysOfServer(clickhouse: ClickHouseClient): FindDays {
  // The same SQL returns rows of the same type.
  const share = createShare<unknown[]>();
  const trust = createTrust();
  return (sets, { ids, every }, range, terms) => {
    const read: Read = async <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => {
      const run = async (left: AbortSignal) =>
        (await select(clickhouse, { sql, values }, row, { ...terms, left })).rows;
      return (await share(JSON.stringify([sql, values]), terms.left, run)) as Row[];
    };
    return trust(read, sets, every ? undefined : ids, range);
  };
}

const dayRow = z.object({ day: z.number() });

/** Each shard is asked for its own days. */
function daysOfShards(clickhouse: ClickHouseClient, shards: Shards): FindDays {
  const each = shards.each.map(({ number, client }) => ({ number, find: daysOfServer(client) }));
  return async (sets, sites, range, terms) => {
    const found = await Promise.all(
      each.map(({ number, find }) =>
        orMissing(shards, number, terms.missing, () =>
          find(sets, sites, range, { ...terms, shards: undefined }),
        ),
      ),
    );
    const present = found.filter((days) => days !== undefined);
    if (present.length === 0) return [];
    const worst = sets.map((_, index) => worstDays(present.flatMap((days) => days[index] ?? [])));
    if (!sets.some(hasEvents)) return worst;
    const sql = narrow(onAllShards(daysOfSharedIdsSql, shards), sites);
    const { rows } = await select(clickhouse, { sql, values: siteBindings(sites, true) }, dayRow, terms);
    if (rows.length === 0) return worst;
    const shared = rows.map((row) => row.day);
    return worst.map((days, index) => {
      if (sets[index]?.includes('settled_events')) return withLiveDays(days, shared);
      // An event changes the path of a session of an earlier day.
      return sets[index]?.includes('settled_paths') ? withLiveDays(days, daysIn(range)) : days;
    });
  };
}

const hasEvents = (set: TableSet) => set.includes('settled_events') || set.includes('settled_paths');

const daysIn = ({ start, end }: Range) =>
  Array.from({ length: Math.ceil((end - start) / day) }, (_, index) => start + index * day);
