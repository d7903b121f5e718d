import { select } from '@tallyhouse/clickhouse';
import { renderOwn } from '@tallyhouse/settle';
import { final, raw, type Sql, sql, table, text, unionAll } from '@tallyhouse/sql';
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

/** What is counted of each table, in display order. Rows of one id that are not merged yet count once. */
const counts = {
  pings: sql`uniqExact(ping_id)`,
  sessions: sql`uniqExact(session_id)`,
  pageviews: sql`uniqExact(session_id, pageview_id)`,
  visitors: sql`uniqExact(visitor_id)`,
  page_titles: sql`uniqExact(page_path)`,
  events: sql`uniqExact(ping_id)`,
  event_ids: sql`uniqExact(event_id)`,
  crawls: sql`uniqExact(toDate(occurred_at), id)`,
  changed_sessions: sql`count()`,
  settled_sessions: sql`count()`,
  settled_pageviews: sql`count()`,
  settled_visitors: sql`count()`,
  settled_events: sql`count()`,
  settled_crawls: sql`count()`,
  dead_letters: sql`count()`,
};
type Name = keyof typeof counts;
const shown = Object.keys(counts) as Name[];

/** The rows that a deletion would remove now, by table, of all servers together. It changes nothing. */
export async function preview(places: readonly Place[], about: Target): Promise<Doomed[]> {
  const { sql: query, values } = renderOwn(countOf(about));
  const found = (
    await onEach(places, (client) => select(client, query, row, { ...valuesOf(about), ...values }))
  ).flat();
  // `union all` returns its rows in any order.
  return shown.flatMap((name) => {
    const rows = found.filter((one) => one.name === name).map((one) => one.rows);
    return rows.length > 0 ? { name, rows: rows.reduce((sum, one) => sum + one) } : [];
  });
}

function countOf(about: Target): Sql {
  const ofSite = sql`site_id = {site:String}`;
  const rowsWhere = (conditions: Partial<Record<Name, Sql>>) =>
    unionAll(
      Object.entries(conditions).map(([name, condition]) => {
        const from = name === 'dead_letters' ? final(name) : table(name);
        return sql`select ${text(name)} as name, ${counts[name as Name]} as rows from ${from} where ${condition}`;
      }),
    );
  if (about.kind === 'site') return rowsWhere(Object.fromEntries(shown.map((name) => [name, ofSite])));
  const ofSession = sql`${ofSite} and session_id in doomed_sessions`;
  const ofPing = sql`${ofSite} and (session_id in doomed_sessions or ping_id in doomed_pings)`;
  return sql`
with
    doomed_sessions as (${sessionIds[about.kind]}),
    doomed_pings as (${pingIds[about.kind]})
${rowsWhere({
  pings: sql`drop_reason = '' and ${ofPing}`,
  sessions: ofSession,
  pageviews: ofSession,
  events: ofPing,
  changed_sessions: ofSession,
  settled_sessions: ofSession,
  settled_pageviews: ofSession,
  settled_events: sql`${ofSite} and ping_id in (select ping_id from events where ${ofPing})`,
  crawls: crawlsOf(about),
  dead_letters: deadLettersOf(about, { sessions: raw('doomed_sessions'), pings: raw('doomed_pings') }),
})}`;
}

/** The ids of all sites with rows, in order. */
export async function storedSites(places: readonly Place[]): Promise<string[]> {
  const rows = await onEach(places, (client) =>
    select(client, renderOwn(sites).sql, z.object({ site_id: z.string() })),
  );
  return [...new Set(rows.flat().map(({ site_id }) => site_id))].sort();
}

const withSites = ['changed_days', 'changed_events', 'pings', 'sessions', 'settled_sessions', 'dead_letters'];

const sites = sql`
select distinct site_id
from (
    ${unionAll(withSites.map((name) => sql`select site_id from ${table(name)}`))}
)
where site_id != ''
order by site_id`;
