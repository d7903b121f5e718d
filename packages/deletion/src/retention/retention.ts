import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { deleteTarget } from '../delete.ts';
import { crawlsOf } from '../plan/crawls.ts';
import { pingIds, sessionIds, sessionsBefore } from '../plan/ids.ts';
import type { Report } from '../report.ts';
import { type Target, valuesOf } from '../target.ts';

const day = 86_400_000;

/** For how many days data of a site is kept. */
export interface Kept {
  site: string;
  days: number;
}

/** The first day that is kept, UTC. @param now milliseconds since 1970 */
export function firstKeptDay({ days }: Pick<Kept, 'days'>, now: number): string {
  return dateOf(now - days * day);
}

/**
 * Deletes everything that began before the first kept day of a site, including data that arrives late, because the loop looks again. It
 * deletes old data a month at a time, so that the ids of its sessions fit into memory. The caller holds the lock.
 */
export async function deleteExpired(
  client: ClickHouseClient,
  { site, days }: Kept,
  { now, report, signal }: { now: number; report: Report; signal?: AbortSignal },
): Promise<void> {
  const until = firstKeptDay({ days }, now);
  for (;;) {
    signal?.throwIfAborted();
    const oldest = await oldestDay(client, site, until);
    if (oldest === undefined) return;
    const [cut = until] = [startOfNextMonth(oldest), until].toSorted();
    const about: Target = { kind: 'before', site, day: cut };
    await deleteTarget(singleServer(client).all, about, { remember: false, report });
  }
}

/**
 * The sites with a session, an event, a request of a page or a dead letter from before a day; the empty one has letters whose site is
 * unknown.
 */
export async function sitesWithOlder(client: ClickHouseClient, day: string): Promise<string[]> {
  const rows = await select(
    client,
    sql`select site_id from (${sessionsBefore})
    union distinct
    select site_id from events where event_hour < toDateTime({day:Date}, 'UTC') and occurred_at < toDateTime64({day:Date}, 3, 'UTC')
    union distinct
    select site_id from crawls where site_id != '' and occurred_at < toDateTime64({day:Date}, 3, 'UTC')
    union distinct
    select site_id from dead_letters final where value != '' and received_at < toDateTime64({day:Date}, 3, 'UTC')`,
    z.object({ site_id: z.string() }),
    valuesOf({ kind: 'before', site: '', day }),
  );
  return rows.map(({ site_id }) => site_id).sort();
}

/** The day of the oldest session, event, request of a page or dead letter of a site that began before a day; undefined when there is none. */
export async function oldestDay(
  client: ClickHouseClient,
  site: string,
  before: string,
): Promise<string | undefined> {
  const { isThere, oldest } = only(
    await select(
      client,
      sql`with
        (select min(received_at) from dead_letters final where site_id = {site:String} and value != '' having count() > 0) as letter
      select
        toBool(
            (select count() from (${sessionIds.before} limit 1)) > 0
            or (select count() from (${pingIds.before} limit 1)) > 0
            or (select count() from (select 1 from crawls where ${crawlsOf({ kind: 'before' })} limit 1)) > 0
            or ifNull(letter < toDateTime64({day:Date}, 3, 'UTC'), 0)
        ) as isThere,
        toString(toDate(least(
            ifNull((select min(first_seen_at) from sessions where site_id = {site:String} having count() > 0), now64(3, 'UTC')),
            ifNull(letter, now64(3, 'UTC')),
            ifNull((select min(occurred_at) from events where site_id = {site:String} having count() > 0), now64(3, 'UTC')),
            ifNull((select min(occurred_at) from crawls where ${crawlsOf({ kind: 'before' })} having count() > 0), now64(3, 'UTC'))
        ))) as oldest`,
      z.object({ isThere: z.boolean(), oldest: z.iso.date() }),
      valuesOf({ kind: 'before', site, day: before }),
    ),
  );
  return isThere ? oldest : undefined;
}

function startOfNextMonth(date: string): string {
  const at = new Date(date);
  return dateOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
