import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { select, type Terms } from '../database.ts';
import { createShare } from '../share.ts';
import sql from './known-sites.sql';

/** The sites that have pings, by name. */
export type KnownSites = (terms: Terms) => Promise<readonly string[]>;

const row = z.object({ site_id: z.string() });

/** Requests at the same time share one query; nothing is kept, as a new site may send its first ping at any time. */
export function knownSites(clickhouse: ClickHouseClient): KnownSites {
  const share = createShare<readonly string[]>();
  return (terms) =>
    share('', terms.left, async (left) => {
      const { rows } = await select(clickhouse, { sql, values: {} }, row, { ...terms, left });
      return rows.map(({ site_id }) => site_id);
    });
}
