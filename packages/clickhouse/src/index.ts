export type { BiNames } from './bi-names.ts';
export { type ClientOptions, type Connection, createClickHouse, patience } from './client.ts';
export { isAway } from './connection-error.ts';
export { type BiUser, biUserName, limitsOf, makePassword, passwordHash } from './embedded/bi-user.ts';
export {
  DataFolderInUseError,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from './embedded/embedded-clickhouse.ts';
export { UnsupportedPlatformError } from './embedded/library.ts';
export { biUsersFile, changeBiUsers, readBiUsers, type StoredBiUser } from './embedded/users-file.ts';
export { findServer, serverSettings } from './find-server.ts';
export { findServers, serversSettings } from './find-servers.ts';
export {
  appliedMigrations,
  createDatabase,
  type Migration,
  MigrationError,
  migrate,
  migrateTogether,
  migrationChecksum,
  refuseUnfinished,
  unfinishedRestore,
} from './migrate/migrate.ts';
export { replicatedStatements, withoutReplication } from './migrate/replicated.ts';
export { openClickHouse } from './open-clickhouse.ts';
export { silenceOf, whilePresent } from './presence.ts';
export { readConnectionsOf, readSettings } from './read-addresses.ts';
export { createReadClient, type ReadClient } from './read-client.ts';
export { createDelayCheck, MissingRightError } from './replica-delay.ts';
export { answers, runningServer, serverNotFound } from './running-server.ts';
export { only, select } from './select.ts';
export { clickHouseSettings, connectionOf } from './settings.ts';
export { type Shard, shardSettings, shardsOf, shardWriterSettings } from './shard-addresses.ts';
export { copyRows } from './shards/copy-rows.ts';
export { everyServer, type OneServer } from './shards/every-server.ts';
export { highestShard } from './shards/grown-map.ts';
export { asPrepared, type Growth, growthOf, leadMinutes } from './shards/growth.ts';
export { judge, nameOf, noMapYet, ShardError, shardName } from './shards/judge.ts';
export { lookAt, refuseAway, serversOf } from './shards/look.ts';
export { mapCountsMs } from './shards/map-counts.ts';
export { refuseOthers } from './shards/refuse-others.ts';
export { requireAll } from './shards/require-all.ts';
export { openShards, refuseShard, type Server, type Servers, singleServer } from './shards/servers.ts';
export { type MapEntry, offsetsOf, shardOf, textOf } from './shards/shard-map.ts';
export { hostOfShard, mapOf } from './shards/state.ts';
export { readCluster, refuseOtherCluster } from './shards/whole-cluster.ts';
export { writeShard } from './shards/write-first.ts';
export { sqlSecond, sqlTime } from './sql-time.ts';
export { createWriteClient } from './write-client.ts';
