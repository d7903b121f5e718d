export { type BiNames, type BiView, biViews } from '../../../clickhouse/bi/index.ts';
export { type Migration, migrations } from '../../../clickhouse/migrations/index.ts';
export { BiViewsError, createBiViews } from './bi/create-views.ts';
export { biNamesOf, biSettings } from './bi/settings.ts';
export { type ClientOptions, type Connection, createClickHouse } from './client.ts';
export {
  DataFolderInUseError,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from './embedded/embedded-clickhouse.ts';
export { UnsupportedPlatformError } from './embedded/library.ts';
export { findServer, serverSettings } from './find-server.ts';
export { clickHouseSettings, connectionOf, migrationSettings } from './migrate/config.ts';
export { createDatabase, MigrationError, migrate } from './migrate/migrate.ts';
export { pingRetention, setPingRetention } from './migrate/retention.ts';
export { openClickHouse } from './open-clickhouse.ts';
export { only, select } from './select.ts';
export { sqlSecond, sqlTime } from './sql-time.ts';
