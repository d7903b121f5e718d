/**
 * Deletes what the plan names. Each step may run twice without harm, and needs only the plan and the remaining data: so a deletion that was
 * killed at any point is finished by running all steps again.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { command, select } from '@tallyhouse/clickhouse';
import { empty, raw, sql, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { deadLettersOf } from '../dead-letters.ts';
import { untilInsertsEnd } from '../in-flight.ts';
import { insertSettings } from '../insert-settings.ts';
import { crawlsOf, requestId } from '../plan/crawls.ts';
import type { Report } from '../report.ts';
import { type Target, valuesOf } from '../target.ts';
import deleteChangedDays from './delete-changed-days.sql';
import keepAccounts from './keep-accounts.sql';
import lastPingsOfDays from './last-pings-of-days.sql';
import { type Mutation, mutate } from './mutate.ts';
import recomputeEventIds from './recompute-event-ids.sql';
import recomputeTitles from './recompute-titles.sql';
import recomputeVisitors from './recompute-visitors.sql';

const named = (what: string, column = 'id') =>
  sql`(select ${raw(column)} from deleting where what = ${text(what)})`;
const ofSite = sql`site_id = {site:String}`;

const letterId = sql`reinterpretAsUUID(MD5(concat(toString(log_partition), ' ', toString(log_offset), ' ', checksum)))`;

/**
 * Plans refused messages, and the requests of an address, by hashes: ClickHouse lists mutations with their texts, which then name neither an id nor
 * an address.
 */
const planHashes = (about: Target) => sql`
insert into deleting (what, site_id, id)
select 'ping', {site:String}, ${letterId} from dead_letters where ${deadLettersOf(about)}
union all
select 'ping', {site:String}, ${raw(requestId)} from crawls where ${about.kind === 'ip' ? crawlsOf(about) : sql`false`}`;

/** The requests of pages to delete, of an address as planned. */
const plannedCrawls = (about: Target) => crawlsOf(about.kind === 'ip' ? { kind: 'forgotten' } : about);

function deletions(about: Target): Mutation[] {
  // The refusal stays accounted for. Its reason may quote the message.
  const hidden = about.kind === 'site' ? sql`, site_id = ''` : empty;
  const letters = {
    table: 'dead_letters',
    change: sql`update value = '', reason = 'forgotten'${hidden} where ${letterId} in ${named('ping')}`,
  };
  if (about.kind === 'site') {
    const tables =
      'pings sessions pageviews visitors page_titles events event_ids crawls changed_sessions changed_events changed_days alerts_fired';
    const change = sql`delete where ${ofSite}`;
    return [...tables.split(' ').map((table) => ({ table, change })), letters];
  }
  const session = sql`session_id in ${named('session')}`;
  const sessionOrPing = sql`(${session} or ping_id in ${named('ping')})`;
  return [
    { table: 'pings', change: sql`delete where ${ofSite} and drop_reason = '' and ${sessionOrPing}` },
    { table: 'sessions', change: sql`delete where ${ofSite} and ${session}` },
    { table: 'pageviews', change: sql`delete where ${ofSite} and ${session}` },
    { table: 'events', change: sql`delete where ${ofSite} and ${sessionOrPing}` },
    { table: 'changed_sessions', change: sql`delete where ${ofSite} and ${session}` },
    { table: 'visitors', change: sql`delete where ${ofSite} and visitor_id in ${named('visitor')}` },
    { table: 'page_titles', change: sql`delete where ${ofSite} and page_path in ${named('page', 'name')}` },
    { table: 'event_ids', change: sql`delete where ${ofSite} and event_id in ${named('event_id', 'name')}` },
    { table: 'crawls', change: sql`delete where ${plannedCrawls(about)}` },
    letters,
  ];
}

/**
 * Deletes the annotations of a deleted site. Annotations that also concern other sites lose only that site. Marks of settings are emptied:
 * they are numbered, and ClickHouse refuses the token of a number that is free again.
 */
async function annotationsOf(client: ClickHouseClient, about: Target): Promise<Mutation[]> {
  if (about.kind !== 'site') return [];
  // In their current version: an earlier one must not come back instead of a newer one.
  const own = sql`
    select toString(annotation_id) as id
    from annotations
    group by annotation_id
    having argMax(sites, version) = [${text(about.site)}]`;
  const ids = (await select(client, own, z.object({ id: z.string() }))).map(({ id }) => id);
  const without = (column: string) =>
    sql`${raw(column)} = arrayFilter(one -> one != {site:String}, ${raw(column)})`;
  const changes = [
    sql`delete where toString(annotation_id) in ${texts(ids)} and kind != 'settings'`,
    sql`update ${without('sites')}, ${without('site_ids')}, is_deleted = is_deleted or sites = [{site:String}] where has(sites, {site:String}) or has(site_ids, {site:String})`,
  ];
  return changes.map((change) => ({ table: 'annotations', change }));
}

/** The accounts of requests of pages, as the insert keeps them of forgotten ones. */
const keepCrawls = (about: Target) => sql`
insert into crawls (row_version, id, received_at, precedence, log_partition, log_offset)
select row_version, id, received_at, precedence, log_partition, log_offset from crawls where ${plannedCrawls(about)}`;

const plannedDays = sql`${ofSite} and day in (select toDate(at) from deleting where what = 'day' and name = 'changed_days')`;
const plannedEvents = sql`${ofSite} and day in ${named('event_hour', 'toDate(at)')}`;

/** Days get the time of what remains at once, so that no site seems to be silent, and again when inserts have ended. Nothing reads that of events. */
const lastPings = [
  {
    table: 'changed_days',
    change: sql`update last_ping_at = least(last_ping_at, arrayFirst(one -> one.1 = day, (
      select groupArray((day, last_ping_at)) from (${raw(lastPingsOfDays)})
    )).2) where ${plannedDays}`,
  },
  {
    table: 'changed_events',
    change: sql`update last_ping_at = toDateTime64(0, 3, 'UTC') where ${plannedEvents}`,
  },
];

const recomputed = [
  sql`insert into changed_days (fact, site_id, day, changed_at, last_ping_at) ${raw(lastPingsOfDays)}`,
  recomputeVisitors,
  recomputeTitles,
  recomputeEventIds,
];

/** Deletes rows, and recomputes those that others share: first visits, titles, first events, times of last pings. */
export async function eraseRows(client: ClickHouseClient, about: Target, report: Report): Promise<void> {
  const values = { ...valuesOf(about), kind: about.kind };
  report.step('keeping the accounts of pings');
  for (const query of [planHashes(about), keepAccounts, keepCrawls(about)])
    await command(client, query, { query_params: values, clickhouse_settings: insertSettings });
  report.step('deleting rows');
  const mutations = [...deletions(about), ...(await annotationsOf(client, about))];
  await mutate(client, mutations, values, (parts) => report.show(`${parts} parts to rewrite`));
  if (about.kind === 'site') return;
  report.step('recomputing what others share');
  await mutate(client, lastPings, values, () => {});
  await untilInsertsEnd(client);
  for (const query of recomputed)
    await command(client, query, { query_params: values, clickhouse_settings: insertSettings });
}

/**
 * Removes the changes of days near which nothing remains. Only after the settled days are rebuilt: until then these rows mark the days as
 * stale.
 * @param begun when the rebuilds began, by the server's clock: later changes may not be in them
 */
export async function eraseEmptyChanges(
  client: ClickHouseClient,
  about: Target,
  begun: string,
): Promise<void> {
  if (about.kind === 'site') return;
  const before = sql`changed_at < {begun:DateTime64(3, 'UTC')}`;
  const ofEvents = (columns: string) =>
    sql`select ${raw(columns)} from events where ${ofSite} and toDate(event_hour) in ${named('event_hour', 'toDate(at)')}`;
  const values = { ...valuesOf(about), begun };
  await mutate(
    client,
    [
      { table: 'changed_days', change: raw(deleteChangedDays) },
      {
        table: 'changed_events',
        change: sql`delete where ${plannedEvents} and ${before} and (
          day not in (${ofEvents('toDate(event_hour)')})
          or session_hour != toDateTime(0, 'UTC') and (day, session_hour) not in (${ofEvents('toDate(event_hour), session_hour')})
        )`,
      },
    ],
    values,
    () => {},
  );
}
