import { createClickHouse, createDatabase, migrate, migrations } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import type { Service } from './service.ts';

/** Another database on the ClickHouse of a service, with all tables. */
export async function createMigrated({ clickhouseUrl: url }: Service, database: string): Promise<void> {
  const logger = createLogger('bench', 'error');
  await createDatabase({ url, database }, logger);
  const client = createClickHouse({ url, database }, logger);
  await migrate(client, migrations);
  await client.close();
}
