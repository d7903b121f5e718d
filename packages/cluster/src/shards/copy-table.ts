import { copyRows, createClickHouse, createWriteClient, type Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { serversOf } from './look.ts';

/** Copies the rows of a table from one shard to another. They are added to existing rows, so the table's engine has to merge equal rows. */
export async function copyTable(name: string, from: Shard, to: Shard, logger: Logger): Promise<void> {
  await using source = createClickHouse(serversOf(from)[0], logger);
  await using target = createWriteClient(serversOf(to), logger, { replication: to.replication });
  const rows = { client: source, rows: sql`select * from ${raw(name)}` };
  await copyRows(rows, { client: target, table: raw(name) }, 'Native', { async_insert: 0 });
}
