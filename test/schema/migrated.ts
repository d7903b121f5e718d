import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';

/** The database that the global set-up migrated with `tallyhouse migrate`. Nothing is stored in it. */
export function migratedDatabase() {
  const { TEST_CLICKHOUSE_URL: url = '', TEST_CLICKHOUSE_TEMPLATE: database = '' } = process.env;
  const client = createClickHouse({ url, database }, createLogger('test', 'silent'));
  afterAll(() => client.close());
  return { database, client };
}
