import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';

const pollMs = 50;

/**
 * Waits until every current insert has ended: each later one knows what is forgotten by now. The consumer aborts an insert after a minute.
 */
export async function untilInsertsEnd(client: ClickHouseClient): Promise<void> {
  const { ids } = only(
    await select(
      client,
      sql`select groupArray(query_id) as ids from system.processes
      where query_kind = 'Insert' and current_database = currentDatabase() and query_id != queryID()`,
      z.object({ ids: z.array(z.string()) }),
    ),
  );
  while (await isRunning(client, sql`query_id in ${texts(ids)}`)) await sleep(pollMs);
}

/** Whether a query of the server meets a condition on `system.processes`. */
export async function isRunning(client: ClickHouseClient, condition: Sql): Promise<boolean> {
  const query = sql`select count() as found from system.processes where ${condition}`;
  return only(await select(client, query, z.object({ found: z.number() }))).found > 0;
}
