import type { ClickHouseClient } from '@clickhouse/client';
import { select as selectOnce } from '@tallyhouse/clickhouse';
import { render, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { noteIn, select, type Terms } from '../../database/database.ts';
import type { Shards } from '../../database/shards/shards.ts';
import { createShare } from '../../database/share.ts';

/** The sites that have pings, by name. */
export type KnownSites = (terms: Terms) => Promise<readonly string[]>;

const row = z.object({ site_id: z.string() });

/** Every site that ever sent a ping which counts. */
const ofAll = sql`
select distinct site_id
from ${table('changed_days')}
where fact = 'ping'
order by site_id`;

/** Requests at the same time share one query; nothing is kept, as a new site may send its first ping at any time. */
export function knownSites(clickhouse: ClickHouseClient, shards?: Shards): KnownSites {
  const share = createShare<{ ids: readonly string[]; missing: ReadonlySet<number> }>();
  const statement = render(ofAll, shards);
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
  return (await selectOnce(clickhouse, render(ofAll).sql, row)).map(({ site_id }) => site_id);
}
