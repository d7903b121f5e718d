import type { ClickHouseClient } from '@clickhouse/client';
import { select as selectOnce } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { noteIn, select, type Terms } from '../database.ts';
import { onAllShards } from '../shards/cluster-sql.ts';
import type { Shards } from '../shards/shards.ts';
import { createShare } from '../share.ts';
import sql from './known-sites.sql';

/** The sites that have pings, by name. */
export type KnownSites = (terms: Terms) => Promise<readonly string[]>;

const row = z.object({ site_id: z.string() });

/** Requests at the same time share one query; nothing is kept, as a new site may send its first ping at any time. */
export function knownSites(clickhouse: ClickHouseClient, shards?: Shards): KnownSites {
  const share = createShare<{ ids: readonly string[]; missing: ReadonlySet<number> }>();
  const statement = { sql: shards ? onAllShards(sql, shards) : sql, values: {} };
  return async (terms) => {
    const { ids, missing } = await share('', terms.left, async (left) => {
      const missing = new Set<number>();
      const { rows } = await select(clickhouse, statement, row, { ...terms, left, missing: noteIn(missing) });
      return { ids: rows.map(({ site_id }) => site_id), missing };
    });
    for (const shard of missing) terms.missing?.(shard);
    return ids;
  };
}

/** The same once, of one server. */
export async function readKnownSites(clickhouse: ClickHouseClient): Promise<string[]> {
  return (await selectOnce(clickhouse, sql, row)).map(({ site_id }) => site_id);
}
