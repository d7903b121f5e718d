/** The sites of a report: those that a request names, and those that have pings. */

import type { ClickHouseClient } from '@clickhouse/client';
import { select as selectOnce } from '@tallyhouse/clickhouse';
import { invalidParameter } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import { render, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { noteIn, select, type Terms } from '../database/database.ts';
import type { Shards } from '../database/shards/shards.ts';
import { createShare } from '../database/share.ts';
import type { NamedSites } from '../parameters/site-id.ts';

export interface Sites {
  /** Distinct: in the order of the request, for `*` by name. Sites that the caller may not read are missing. */
  ids: readonly string[];
  every: boolean;
}

/** ClickHouse accepts a parameter of 128 KiB, URL-encoded: 1,780 ids of 64 characters. */
const mostCharacters = 130_000;
const separator = '%27%2C%27';

/** The sites that a caller may read. */
export type Readable = 'all' | readonly string[];

/**
 * Finds the sites that a request names. A site that the caller may not read is left out, as if it did not exist. A site without pings
 * stays.
 * @param known the sites that have pings, by name; called only for `*`
 * @throws HttpError 400 for a group without sites that the caller may read, as for an unknown group; and for more sites than a query can
 * list
 */
export async function findSites(
  { entries }: NamedSites,
  readable: Readable,
  { groups }: ListedSites,
  known: () => Promise<readonly string[]>,
): Promise<Sites> {
  const readableIds = new Set(readable);
  const mayRead = (id: string) => readable === 'all' || readableIds.has(id);
  if (entries === undefined) {
    return readable === 'all' ? { ids: await known(), every: true } : listOf(readable);
  }
  const ids = entries.flatMap((entry) =>
    entry.startsWith('@') ? sitesOfGroup(entry.slice(1)) : [entry].filter(mayRead),
  );
  return listOf([...new Set(ids)]);

  function sitesOfGroup(name: string): readonly string[] {
    const sites = (groups.get(name) ?? []).filter(mayRead);
    if (sites.length > 0) return sites;
    throw invalidParameter('site_id', `site_id names a group that does not exist: @${name}.`);
  }
}

function listOf(ids: readonly string[]): Sites {
  if (ids.join(separator).length > mostCharacters) {
    const count = ids.length.toLocaleString('en');
    throw invalidParameter('site_id', `site_id means ${count} sites, more than a query can list.`);
  }
  return { ids, every: false };
}

/** The sites that have pings, by name. */
export type KnownSites = (terms: Terms) => Promise<readonly string[]>;

const row = z.object({ site_id: z.string() });

/** Every site that ever sent a valid ping. */
const ofAll = sql`
select distinct site_id
from ${table('changed_days')}
where fact = 'ping'
order by site_id`;

/** Concurrent requests share one query; nothing is cached, because a new site may send its first ping at any time. */
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

export async function readKnownSites(clickhouse: ClickHouseClient): Promise<string[]> {
  return (await selectOnce(clickhouse, render(ofAll).sql, row)).map(({ site_id }) => site_id);
}
