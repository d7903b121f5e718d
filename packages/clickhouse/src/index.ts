export { migrations } from '../../../clickhouse/migrations/index.ts';
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
export { completeDays, countDifferences } from './rollup/compare.ts';
export { dueDays } from './rollup/due.ts';
export { keepRolledUp, type RollingUp, type RollupState } from './rollup/keep-rolled-up.ts';
export { rebuildDay } from './rollup/rebuild.ts';
export { type Rollup, rollups } from './rollup/tables.ts';
export { only, select } from './select.ts';
export { sqlTime } from './sql-time.ts';
