import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { renderOwn } from '@tallyhouse/settle';
import { raw, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { deadLettersOf } from './dead-letters.ts';
import { crawlsOf } from './plan/crawls.ts';
import { pingIds, sessionIds } from './plan/ids.ts';
import { onEach, type Place } from './servers.ts';
import { type Target, valuesOf } from './target.ts';

export interface Doomed {
  name: string;
  rows: number;
}

const row = z.object({ name: z.string(), rows: z.number() });

/** The tables in display order: `union all` returns its rows in any order. */
const shown = [
  'pings',
  'sessions',
  'pageviews',
  'visitors',
  'page_titles',
  'events',
  'event_ids',
  'crawls',
  'changed_sessions',
  'settled_sessions',
  'settled_pageviews',
  'settled_visitors',
  'settled_events',
  'settled_crawls',
  'dead_letters',
];

/** The rows that a deletion would remove now, by table, of all servers together. It changes nothing. */
export async function preview(places: readonly Place[], about: Target): Promise<Doomed[]> {
  const found = (await onEach(places, (client) => previewOf(client, about))).flat();
  const names = new Set(found.map(({ name }) => name));
  const inOrder = [...names].sort((one, other) => shown.indexOf(one) - shown.indexOf(other));
  return inOrder.map((name) => ({
    name,
    rows: found.reduce((sum, one) => (one.name === name ? sum + one.rows : sum), 0),
  }));
}

function previewOf(client: ClickHouseClient, about: Target): Promise<Doomed[]> {
  if (about.kind === 'site') return select(client, renderOwn(rowsOfSite).sql, row, valuesOf(about));
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
select 'settled_sessions', count() from ${table('settled_sessions')} where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_pageviews', count() from ${table('settled_pageviews')} where site_id = {site:String} and session_id in doomed_sessions
union all
select 'settled_events', count() from ${table('settled_events')} where site_id = {site:String} and ping_id in (
    select ping_id from events where site_id = {site:String} and (session_id in doomed_sessions or ping_id in doomed_pings)
)
union all
select 'crawls', uniqExact(toDate(occurred_at), id) from crawls where ${crawlsOf(about)}
union all
select 'dead_letters', count() from dead_letters final where ${letters}`;
  const { sql: text, values } = renderOwn(rows);
  return select(client, text, row, { ...valuesOf(about), ...values });
}

const rowsOfSite = sql`
select 'pings' as name, uniqExact(ping_id) as rows from pings where site_id = {site:String}
union all
select 'sessions', uniqExact(session_id) from sessions where site_id = {site:String}
union all
select 'pageviews', uniqExact(session_id, pageview_id) from pageviews where site_id = {site:String}
union all
select 'visitors', uniqExact(visitor_id) from visitors where site_id = {site:String}
union all
select 'page_titles', uniqExact(page_path) from page_titles where site_id = {site:String}
union all
select 'events', uniqExact(ping_id) from events where site_id = {site:String}
union all
select 'event_ids', uniqExact(event_id) from event_ids where site_id = {site:String}
union all
select 'crawls', uniqExact(toDate(occurred_at), id) from crawls where site_id = {site:String}
union all
select 'changed_sessions', count() from changed_sessions where site_id = {site:String}
union all
select 'settled_sessions', count() from ${table('settled_sessions')} where site_id = {site:String}
union all
select 'settled_pageviews', count() from ${table('settled_pageviews')} where site_id = {site:String}
union all
select 'settled_visitors', count() from ${table('settled_visitors')} where site_id = {site:String}
union all
select 'settled_events', count() from ${table('settled_events')} where site_id = {site:String}
union all
select 'settled_crawls', count() from ${table('settled_crawls')} where site_id = {site:String}
union all
select 'dead_letters', count() from dead_letters final where site_id = {site:String}`;

/** The ids of all sites with rows, in order. */
export async function storedSites(places: readonly Place[]): Promise<string[]> {
  const rows = await onEach(places, (client) =>
    select(client, renderOwn(sites).sql, z.object({ site_id: z.string() })),
  );
  return [...new Set(rows.flat().map(({ site_id }) => site_id))].sort();
}

const sites = sql`
select distinct site_id
from (
    select site_id from changed_days
    union all
    select site_id from changed_events
    union all
    select site_id from pings
    union all
    select site_id from sessions
    union all
    select site_id from ${table('settled_sessions')}
    union all
    select site_id from dead_letters
)
where site_id != ''
order by site_id`;
