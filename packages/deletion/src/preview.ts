import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { deadLettersOf } from './dead-letters.ts';
import { pingIds, sessionIds } from './plan/ids.ts';
import previewSql from './preview.sql';
import previewSiteSql from './preview-site.sql';
import { onEach, type Place } from './servers.ts';
import sitesSql from './sites.sql';
import { type Target, valuesOf } from './target.ts';

/** How many rows of a table a deletion would remove. */
export interface Doomed {
  name: string;
  rows: number;
}

const row = z.object({ name: z.string(), rows: z.number() });

/** The rows that a deletion would remove now, by table, of all servers together. It changes nothing. */
export async function preview(places: readonly Place[], about: Target): Promise<Doomed[]> {
  const found = (await onEach(places, (client) => previewOf(client, about))).flat();
  const names = [...new Set(found.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    rows: found.reduce((sum, one) => (one.name === name ? sum + one.rows : sum), 0),
  }));
}

function previewOf(client: ClickHouseClient, about: Target): Promise<Doomed[]> {
  if (about.kind === 'site') return select(client, previewSiteSql, row, valuesOf(about));
  const query = previewSql
    .replace('/* sessions */', sessionIds[about.kind])
    .replace('/* pings */', pingIds[about.kind])
    .replace('/* letters */', deadLettersOf(about, { sessions: 'doomed_sessions', pings: 'doomed_pings' }));
  return select(client, query, row, valuesOf(about));
}

/** The ids of all sites that have rows, in their order. */
export async function storedSites(places: readonly Place[]): Promise<string[]> {
  const rows = await onEach(places, (client) => select(client, sitesSql, z.object({ site_id: z.string() })));
  return [...new Set(rows.flat().map(({ site_id }) => site_id))].sort();
}
