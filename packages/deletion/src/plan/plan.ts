/**
 * The plan of a deletion: a table of what it deletes, mends and rebuilds, written before anything is deleted. When a deletion is
 * killed, the plan tells the next run how to finish it.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import forgetIds from '../forget-ids.sql';
import forgetSite from '../forget-site.sql';
import { untilInsertsEnd } from '../in-flight.ts';
import type { Report } from '../report.ts';
import { type Target, target, valuesOf } from '../target.ts';
import daysOfSite from './days-of-site.sql';
import daysOfVisitors from './days-of-visitors.sql';
import { pingIds, sessionIds } from './ids.ts';
import whatGoesWithThem from './what-goes-with-them.sql';

const settings = { insert_deduplicate: 0, async_insert: 0, max_partitions_per_insert_block: '0' } as const;

/**
 * Plans a deletion, and makes ClickHouse forget what it is about: from then on no ping of it is stored.
 * @param remember false for what a site keeps no longer: messages that bring it back are removed again
 */
export async function makePlan(
  client: ClickHouseClient,
  about: Target,
  { remember = true, report }: { remember?: boolean; report: Report },
): Promise<void> {
  const values = { ...valuesOf(about), kind: about.kind };
  const run = (query: string) =>
    client.command({ query, query_params: values, clickhouse_settings: settings });
  report.step('looking for what is to be deleted');
  await clearPlan(client);
  await client.insert({
    table: 'deleting',
    values: [{ what: 'target', site_id: about.site, name: JSON.stringify(about) }],
    format: 'JSONEachRow',
    clickhouse_settings: settings,
  });
  if (remember && (about.kind === 'site' || about.kind === 'before')) await run(forgetSite);
  if (about.kind === 'site') {
    await untilInsertsEnd(client);
    await run(daysOfSite);
  } else {
    await planIds(run, about);
    if (remember) {
      await run(forgetIds);
      // A visitor may have begun another session meanwhile: those that are stored by now are all there will be.
      await untilInsertsEnd(client);
      await planIds(run, about);
      await run(forgetIds);
      await untilInsertsEnd(client);
    }
    await run(whatGoesWithThem);
    await run(daysOfVisitors);
  }
  await client.insert({
    table: 'deleting',
    values: [{ what: 'planned', site_id: about.site }],
    format: 'JSONEachRow',
    clickhouse_settings: settings,
  });
}

async function planIds(run: (query: string) => Promise<unknown>, about: Exclude<Target, { kind: 'site' }>) {
  await run(
    `insert into deleting (what, site_id, id) select 'session', {site:String}, session_id from (${sessionIds[about.kind]})`,
  );
  await run(
    `insert into deleting (what, site_id, id) select 'ping', {site:String}, ping_id from (${pingIds[about.kind]})`,
  );
}

/** After the entity tables changed, the visitors of the plan may be first seen on other days. */
export async function planNewDays(client: ClickHouseClient, about: Target): Promise<void> {
  if (about.kind === 'site') return;
  await client.command({
    query: daysOfVisitors,
    query_params: valuesOf(about),
    clickhouse_settings: settings,
  });
}

/** The target of a deletion that was planned and did not end. One that died while it was planned changed nothing. */
export async function interrupted(client: ClickHouseClient): Promise<Target | undefined> {
  const rows = await select(
    client,
    `select name from deleting where what = 'target' and (select count() from deleting where what = 'planned') > 0`,
    z.object({ name: z.string() }),
  );
  const [row] = rows;
  return row && target.parse(JSON.parse(row.name));
}

export async function clearPlan(client: ClickHouseClient): Promise<void> {
  await client.command({ query: 'truncate table deleting' });
}
