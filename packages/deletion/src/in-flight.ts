import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { sql, texts } from '@tallyhouse/sql';
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
  for (;;) {
    const rows = await select(
      client,
      sql`select count() as running from system.processes where query_id in ${texts(ids)}`,
      z.object({ running: z.number() }),
    );
    if (only(rows).running === 0) return;
    await sleep(pollMs);
  }
}
