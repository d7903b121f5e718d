import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { deadLettersOf } from './dead-letters.ts';
import { pingIds, sessionIds } from './plan/ids.ts';
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
  const letters = deadLettersOf(about, { sessions: raw('doomed_sessions'), pings: raw('doomed_pings') });
  // Rows of one id that are not merged yet count once.
  const rows = sql`
with
    doomed_sessions as (${sessionIds[about.kind]}),
    doomed_pings as (${pingIds[about.kind]})
select 'pings' as name, uniqExact(ping_id) as rows
from pings
where site_id = {site:String} and drop_reason = '' and (session_id in doomed_sessions or ping_id in doomed_pings)
union all
select 'sessions', uniqExact(session_id) from sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'pageviews', uniqExact(session_id, pageview_id) from pageviews where site_id = {site:String} and session_id in doomed_sessions
union all
select 'events', uniqExact(ping_id) from events where site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)
union all
select 'changed_sessions', count() from changed_sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_sessions', count() from settled_sessions where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_pageviews', count() from settled_pageviews where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_events', count() from settled_events where site_id = {site:String} and ping_id in (
    select ping_id from events where site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)
)
union all
select 'dead_letters', count() from dead_letters final where ${letters}`;
  return select(client, rows, row, valuesOf(about));
}

/** The ids of all sites that have rows, in their order. */
export async function storedSites(places: readonly Place[]): Promise<string[]> {
  const rows = await onEach(places, (client) => select(client, sitesSql, z.object({ site_id: z.string() })));
  return [...new Set(rows.flat().map(({ site_id }) => site_id))].sort();
}
