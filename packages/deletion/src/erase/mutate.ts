import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { command, select } from '@tallyhouse/clickhouse';
import { raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';

/** A change of stored rows: `alter table <table> <change>`. */
export interface Mutation {
  table: string;
  change: Sql;
}

const pollMs = 100;

const running = z.object({ table: z.string(), parts: z.number(), failure: z.string() });

/**
 * Changes tables, all at a time, and waits until their parts are rewritten: deleted rows are then in no active part.
 * ClickHouse removes the replaced files some minutes later. If this process dies, ClickHouse goes on.
 * @param onParts gets the number of parts that are still to be rewritten
 */
export async function mutate(
  client: ClickHouseClient,
  mutations: readonly Mutation[],
  values: Record<string, unknown>,
  onParts: (parts: number) => void,
): Promise<void> {
  for (const { table, change } of mutations) {
    await command(client, sql`alter table ${raw(table)} ${change}`, {
      query_params: values,
      clickhouse_settings: { mutations_sync: '0' },
    });
  }
  const tables = mutations.map(({ table }) => table);
  for (;;) {
    const rows = await select(
      client,
      // An earlier mutation keeps its failure, however long ago, until ClickHouse tries that part again.
      sql`select table, parts_to_do as parts,
        if(latest_fail_time > max(create_time) over (partition by table), latest_fail_reason, '') as failure
      from system.mutations
      where database = currentDatabase() and table in ${texts(tables)} and not is_done and not is_killed`,
      running,
    );
    const failed = rows.find(({ failure }) => failure !== '');
    if (failed) throw new Error(`ClickHouse cannot rewrite ${failed.table}: ${failed.failure}`);
    if (rows.length === 0) return;
    onParts(rows.reduce((sum, { parts }) => sum + parts, 0));
    await sleep(pollMs);
  }
}
