/**
 * The plan of a deletion: a table of what it deletes, recomputes and rebuilds, written before anything is deleted. When a deletion is
 * killed, the plan tells the next run how to finish it.
 */
import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { markDeletion } from '@tallyhouse/annotations/marks';
import { command, select } from '@tallyhouse/clickhouse';
import { mapOf } from '@tallyhouse/cluster';
import { createSettledTables } from '@tallyhouse/settle';
import { type Sql, sql, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import forgetIds from '../forget-ids.sql';
import forgetSite from '../forget-site.sql';
import { untilInsertsEnd } from '../in-flight.ts';
import { insertSettings } from '../insert-settings.ts';
import type { Report } from '../report.ts';
import { onEach, type Place, serverTime } from '../servers.ts';
import { kindOf, type Target, target, valuesOf } from '../target.ts';
import { daysOfCrawls } from './crawls.ts';
import { pingIds, sessionIds } from './ids.ts';
import { daysOfSite, daysOfVisitors } from './settled-days.ts';
import { shareIds } from './share-ids.ts';
import whatGoesWithThem from './what-goes-with-them.sql';

/**
 * Plans a deletion on every server, and makes them all forget the target: from then on none of its pings is stored. Each plan is marked
 * complete only when all are: so each can be carried out by itself.
 * @param remember false for expired data: messages that bring it back are removed again
 * @param mark whether readers see that it was deleted: `endPlan` marks it, on the first server
 */
export async function makePlan(
  places: readonly Place[],
  about: Target,
  { remember = true, mark = false, report }: { remember?: boolean; mark?: boolean; report: Report },
): Promise<void> {
  report.step('looking for what is to be deleted');
  // Another build may have dropped them.
  await onEach(places, (client) => createSettledTables(client));
  await onEach(places, (client) => clearPlan(client, about));
  // One moment for all servers, so that all forget the same.
  const [forgotten_at] = (await onEach(places, serverTime)).sort().reverse();
  // It shows `interrupted` that pings may be forgotten. A half plan of shards is planned again for all of them alone, by the command.
  const at = remember && places.length === 1 ? forgotten_at : undefined;
  await onEach(places, (client) => {
    const id = mark && client === places[0]?.client ? randomUUID() : undefined;
    return note(client, about, 'target', { name: JSON.stringify(about), id, at });
  });
  const values = { ...valuesOf(about), kind: about.kind, forgotten_at };
  const run = (query: string | Sql) =>
    onEach(places, (client) =>
      command(client, query, { query_params: values, clickhouse_settings: insertSettings }),
    );
  if (remember && (about.kind === 'site' || about.kind === 'before')) await run(forgetSite);
  if (about.kind === 'site') {
    await onEach(places, untilInsertsEnd);
    await run(daysOfSite);
  } else {
    // Twice, as a visitor may have begun another session meanwhile: the ones that are stored then are complete.
    for (let looks = remember ? 2 : 1; looks > 0; looks--) {
      await run(insertIds('session', sql`session_id from (${sessionIds[about.kind]})`));
      await run(insertIds('ping', sql`ping_id from (${pingIds[about.kind]})`));
      await shareIds(places);
      if (remember) await run(forgetIds);
      if (remember) await onEach(places, untilInsertsEnd);
    }
    await run(whatGoesWithThem);
    await run(daysOfVisitors);
    await run(daysOfCrawls(about));
  }
  if (remember) await refuseGrown(places);
  await onEach(places, (client) => note(client, about, 'planned', { name: JSON.stringify(about) }));
}

/** A shard that was added meanwhile may not forget the target: it copied what the others forgot once they all had the new map. */
async function refuseGrown(places: readonly Place[]): Promise<void> {
  const [map = []] = await onEach(places, mapOf);
  if (map.every(({ shard }) => shard <= places.length)) return;
  throw new Error(
    'A shard was added meanwhile, and nothing is deleted yet. Run this again with all CLICKHOUSE_SHARDS.',
  );
}

const insertIds = (what: string, ids: Sql) =>
  sql`insert into deleting (what, site_id, id) select ${text(what)}, {site:String}, ${ids}`;

async function note(client: ClickHouseClient, { site }: Target, what: string, more: object = {}) {
  await client.insert({
    table: 'deleting',
    values: [{ ...more, what, site_id: site }],
    format: 'JSONEachRow',
    clickhouse_settings: insertSettings,
  });
}

/** Notes the new days on which the visitors of the plan are first seen, after the entity tables changed. */
export async function planNewDays(client: ClickHouseClient, about: Target): Promise<void> {
  if (about.kind === 'site') return;
  const query_params = valuesOf(about);
  await command(client, daysOfVisitors, { query_params, clickhouse_settings: insertSettings });
}

/** A deletion that did not end. One of expired data that died during planning changed nothing, and does not count. */
export async function interrupted(client: ClickHouseClient) {
  const [row] = await select(
    client,
    // Builds of before named no target where they noted that the plan is complete.
    sql`select name, toBool(notEmpty(id)) as mark,
      toBool(hasAny((select groupArray(name) from deleting where what = 'planned'), [name, ''])) as isPlanned
    from deleting where what = 'target' and (isPlanned or at > toDateTime64(0, 3, 'UTC')) order by isPlanned desc, at`,
    z.object({ name: z.string(), mark: z.boolean(), isPlanned: z.boolean() }),
  );
  return row && { ...row, about: target.parse(JSON.parse(row.name)) };
}

/** Half plans of other deletions stay: their pings may be forgotten, and they are planned again. */
async function clearPlan(client: ClickHouseClient, about: Target) {
  const own = sql`select toString(at) as at from deleting where what = 'target' and name = ${text(JSON.stringify(about))}`;
  const times = (await select(client, own, z.object({ at: z.string() }))).map(({ at }) => at);
  await command(
    client,
    // By time: ClickHouse lists mutations with their texts, and the name has the id or the address.
    sql`alter table deleting delete where what != 'target' or at = toDateTime64(0, 3, 'UTC') or toString(at) in ${texts(times)}`,
    { clickhouse_settings: { mutations_sync: '1' } },
  );
}

/** Marks a deletion whose plan says so, and empties the plan. When it is killed in between, the next run finds the mark. */
export async function endPlan(client: ClickHouseClient, about: Target): Promise<void> {
  const noted = sql`select toString(id) as plan from deleting where what = 'target' and notEmpty(id) and name = ${text(JSON.stringify(about))}`;
  const what = kindOf(about);
  for (const { plan } of await select(client, noted, z.object({ plan: z.string() })))
    if (what !== undefined) await markDeletion(client, plan, about.site, what);
  await clearPlan(client, about);
}
