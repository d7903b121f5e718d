import type { ClickHouseClient } from '@clickhouse/client';
import { type Migration, migrate } from '@tallyhouse/clickhouse';
import { createSettledTables } from '@tallyhouse/settle';
import { migrations } from '../../../clickhouse/migrations/index.ts';

/**
 * Brings a database to the schema of this program: runs the migrations that it lacks, and creates the settled tables of this build.
 * @param onStep called before each migration that runs
 * @returns the number of migrations that ran
 * @throws MigrationError
 */
export async function migrateDatabase(
  client: ClickHouseClient,
  onStep?: (migration: Migration) => void,
): Promise<number> {
  const count = await migrate(client, migrations, onStep);
  await createSettledTables(client);
  return count;
}
