import {
  type Connection,
  connectionOf,
  createClickHouse,
  createDatabase,
  refuseUnfinished,
  type Shard,
  shardsOf,
} from '@tallyhouse/clickhouse';
import { refuseShard } from '@tallyhouse/cluster';
import { createLogger, type Logger, readOptions, runCommand } from '@tallyhouse/service';
import { migrations } from '../../../clickhouse/migrations/index.ts';
import { orWarn, tryToCreateBiViews } from './bi/create-views.ts';
import { createViewsOverShards } from './bi/create-views-over-shards.ts';
import { biNamesOf } from './bi/settings.ts';
import { migrateDatabase } from './migrate-database.ts';
import { migrateShards } from './migrate-shards.ts';
import { type MigrateConfig, readConfig } from './read-config.ts';
import { setPingRetention } from './retention.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const warn = (text: string) => process.stderr.write(`${text}\n`);

const usage = `Usage: tallyhouse migrate

Creates the database CLICKHOUSE_DATABASE at CLICKHOUSE_URL, or upgrades it to the current schema, and the views for BI tools in
CLICKHOUSE_BI_DATABASE. Safe to run at any time. tallyhouse start does it by itself. With CLICKHOUSE_SHARDS it does so on every
shard, whose views read the shards of CLICKHOUSE_CLUSTER; with CLICKHOUSE_REPLICATED on every replica, which then replicate each
other's tables.

  --help  This text.

Example: CLICKHOUSE_URL=http://127.0.0.1:8123 tallyhouse migrate

It exits with 0 when the schema is up to date, 1 after an error, 2 for invalid arguments.
`;
await runCommand(usage, async (args) => {
  readOptions(args, {});
  const config = readConfig(process.env);
  const logger = createLogger('migrate', config.LOG_LEVEL);
  const shards = shardsOf(config);
  const count =
    shards.length === 0
      ? await migrateServer(connectionOf(config), config, logger)
      : await migrateCluster(shards, config, logger);
  say(count === 0 ? 'The schema is up to date.' : `${count} migrations ran; the schema is up to date.`);
  return 0;
});

async function migrateServer(connection: Connection, config: MigrateConfig, logger: Logger): Promise<number> {
  await createDatabase(connection, logger);
  const client = createClickHouse(connection, logger);
  await refuseShard(client);
  await refuseUnfinished(client);
  const count = await migrateDatabase(client, ({ name }) => say(`running ${name}`));
  await setPingRetention(client, config.RETENTION_PINGS);
  await tryToCreateBiViews(client, biNamesOf(config), warn);
  await client.close();
  return count;
}

async function migrateCluster(
  shards: readonly Shard[],
  config: MigrateConfig,
  logger: Logger,
): Promise<number> {
  const count = await migrateShards(shards, {
    migrations,
    retentionDays: config.RETENTION_PINGS,
    logger,
    onStep: (shard, { name }) => say(`${shard}: running ${name}`),
  });
  const names = biNamesOf(config);
  if (names === undefined) return count;
  const cluster = config.CLICKHOUSE_CLUSTER;
  await orWarn(() => createViewsOverShards(shards, { ...names, cluster }, logger), warn);
  return count;
}
