import { createClickHouse, createDatabase, migrate } from '@tallyhouse/clickhouse';
import { migrations } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import type { Service } from './service.ts';

/** Works with another database on the ClickHouse of a service, with all tables, which is dropped then. */
export async function inNewDatabase<Result>(
  { clickhouseUrl: url, command }: Service,
  database: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const logger = createLogger('bench', 'error');
  await createDatabase({ url, database }, logger);
  const client = createClickHouse({ url, database }, logger);
  await migrate(client, migrations);
  await client.close();
  const result = await work();
  await command('drop database {database:Identifier} sync', { database });
  return result;
}
