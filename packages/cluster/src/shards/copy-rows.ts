import { createClickHouse, createWriteClient, type Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { serversOf } from './look.ts';

/** Copies the rows of a table from one shard to another. They are added to what is there, so the table's engine has to merge equal rows. */
export async function copyRows(table: string, from: Shard, to: Shard, logger: Logger): Promise<void> {
  const source = createClickHouse(serversOf(from)[0], logger);
  const target = createWriteClient(serversOf(to), logger, { replication: to.replication });
  try {
    const { stream: rows } = await source.exec({ query: `select * from ${table} format Native` });
    const { stream: done } = await target.exec({
      query: `insert into ${table} format Native`,
      values: rows,
      clickhouse_settings: { async_insert: 0 },
    });
    done.resume();
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
