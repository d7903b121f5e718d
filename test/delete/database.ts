import type { ClickHouseClient } from '@clickhouse/client';
import { singleServer } from '@tallyhouse/cluster';
import { createInsert } from '@tallyhouse/consumer';
import { runDeletion } from '@tallyhouse/deletion/run';
import { encodeRow, type PingRow, rowVersion } from '@tallyhouse/ping';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import { startQueryService } from '../api/query-service.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { printed } from '../harness/printed.ts';
import { ask } from '../replay/ask.ts';
import { tablesOf, tablesWith } from './scan.ts';

export type Target = Parameters<typeof runDeletion>[1]['about'];

/** A database with pings, stored as the consumer stores them, and the reports on it. */
export async function startStored(pings: readonly PingRow[], now: number) {
  const service = await startQueryService({}, () => now);
  const { client } = service.database;

  const store = (more: readonly PingRow[]) => storePings(client, more);
  await store(pings);

  return {
    ...service,
    client,
    store,
    rows: (query: string) => rowsOf(client, query),
    settle: () => settle(client),
    async unsettle(): Promise<void> {
      for (const { stored } of settledTables) await client.command({ query: `truncate table ${stored}` });
    },
    ask: (paths: readonly string[]) => ask(service.url, paths),
    delete: (about: Target, sure = true, exportTo?: string) =>
      deleteFrom(singleServer(client).all, about, sure, exportTo),
    /** The tables that have a row of the site. */
    tablesOf: (site: string) => tablesOf(client, site),
    /** The tables that have one of the ids anywhere, in rows of the site. */
    tablesWith: (site: string, ids: Iterable<string>) => tablesWith(client, site, ids),
  };
}

/** Runs the command. @returns what it printed */
export async function deleteFrom(
  servers: Parameters<typeof runDeletion>[0],
  about: Target,
  sure = true,
  exportTo?: string,
): Promise<string> {
  const { output, text } = printed();
  await runDeletion(servers, { about, sure, exportTo }, { output, clock: () => 0 });
  return text();
}

/** Stores pings as the consumer does, each time as if they were new. */
export async function storePings(client: ClickHouseClient, pings: readonly PingRow[]): Promise<void> {
  if (pings.length === 0) return;
  const insert = createInsert(client);
  await insert({
    version: rowVersion,
    partition: 0,
    offsets: pings.map((_, index) => BigInt(index)),
    values: pings.map(encodeRow),
  });
}

/** Makes all changes an hour old: a rebuild leaves out those of the last two minutes, and does not replace one that left out less. */
export async function ageChanges(client: ClickHouseClient): Promise<void> {
  for (const table of ['changed_days', 'changed_sessions', 'changed_events']) {
    await client.command({
      query: `alter table ${table} update changed_at = changed_at - interval 1 hour where changed_at > now() - interval 30 minute`,
      clickhouse_settings: { mutations_sync: '1' },
    });
  }
}

/** Rebuilds all stale days, an hour after the last change. */
export async function settle(client: ClickHouseClient): Promise<void> {
  await ageChanges(client);
  for (const table of settledTables) {
    for (const date of await dueDays(client, table)) await rebuildDay(client, table, date);
  }
}
