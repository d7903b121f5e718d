export { sqlSecond, sqlTime } from '@tallyhouse/sql';
export type { BiNames } from './bi-names.ts';
export {
  type ClientOptions,
  type Connection,
  createClickHouse,
  patience,
  patienceOfBackups,
} from './client.ts';
export { isConnectionError, isUnreachable, noResponse } from './connection-error.ts';
export { copyRows } from './copy-rows.ts';
export * from './embedded/bi-user.ts';
export { type EmbeddedClickHouse, startEmbeddedClickHouse } from './embedded/embedded-clickhouse.ts';
export { UnsupportedPlatformError } from './embedded/library.ts';
export { DataFolderInUseError } from './embedded/start-failure.ts';
export { biUsersFile, changeBiUsers, readBiUsers, type StoredBiUser } from './embedded/users-file.ts';
export { findServer, type ServerConfig, serverSettings } from './find-server.ts';
export { insertOnce } from './insert-once.ts';
export * from './migrate/migrate.ts';
export { replicatedStatements, withoutReplication } from './migrate/replicated.ts';
export { silenceOf, whilePresent } from './presence.ts';
export { readConnectionsOf, readSettings } from './read-addresses.ts';
export { createReadClient, type ReadClient } from './read-client.ts';
export { createDelayCheck, MissingRightError } from './replica-delay.ts';
export { answers, runningServer, serverNotFound } from './running-server.ts';
export { asked, command, only, select } from './select.ts';
export { clickHouseSettings, connectionOf } from './settings.ts';
export { type Shard, shardSettings, shardsOf, shardWriterSettings } from './shard-addresses.ts';
export { hasTable, insertRows } from './tables.ts';
export { createWriteClient } from './write-client.ts';
