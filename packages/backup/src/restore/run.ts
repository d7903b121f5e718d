/**
 * A restore, step by step: the migrations up to those of the backup create the tables, ClickHouse's RESTORE fills them, later migrations
 * upgrade them, the messages in the backup are stored again, the consumer's offsets are set, and everything is compared. `backup/run.ts`
 * explains why that is complete.
 */
import { shardsOf } from '@tallyhouse/clickhouse';
import { refuseOtherCluster } from '@tallyhouse/cluster';
import { migrations } from '@tallyhouse/schema';
import { atEnd, bytesOf, many } from '@tallyhouse/service';
import { findClickHouse, isConsumed, isEmbedded } from '../find-clickhouse.ts';
import type { Installation } from '../installation.ts';
import type { Task } from './arguments.ts';
import { checkPartitions, checkShards, checkTables, choose, migrationsOf } from './choose.ts';
import { checkTargets, whileAlone } from './database.ts';
import type { RestoreDeps } from './deps.ts';
import { fill } from './fill.ts';
import { placeAll, placePasswords } from './place-files.ts';

/**
 * @returns whether nothing differs afterwards
 * @throws an Error that the user can fix
 */
export async function restore(task: Task, installation: Installation, deps: RestoreDeps): Promise<boolean> {
  const { config } = installation;
  const { progress, logger } = deps;
  const chosen = await choose(task.from);
  const { backup } = chosen;
  const before = migrationsOf(backup, migrations);
  const shards = shardsOf(config);
  checkShards(backup, shards.length);
  await checkTables(chosen);
  const database = task.toDatabase ?? config.CLICKHOUSE_DATABASE;
  const beside = database !== config.CLICKHOUSE_DATABASE;
  progress.say(
    `Backup ${backup.name} of ${backup.started_at}: ${many(backup.tables.length, 'table')}, ${bytesOf(backup.bytes.all)}.`,
  );

  await installation.openDataFolder();
  const logs = installation.openLogs();
  await using _logs = atEnd(() => Promise.all([logs.pings.close(), logs.deadLetters.close()]));
  if (shards.length > 0) {
    checkPartitions(backup, (await logs.pings.offsetRanges(0)).length);
    await refuseOtherCluster(shards, logger);
  }
  if (!beside && (await isConsumed(logs.pings))) throw new Error(serviceRuns);

  if (isEmbedded(config) && !beside) await placePasswords(chosen, config, progress);
  progress.step('Connecting to ClickHouse');
  const found = await findClickHouse(installation, { log: logs.pings, logger });
  await using _server = atEnd(() => found.stop());
  if (backup.location.kind === 'inside' && !isEmbedded(config)) throw new Error(embeddedOnly);
  const targets = found.servers.map((server) => {
    return { ...server, connection: { ...server.connection, database } };
  });
  await checkTargets(targets, task, logger);
  return await whileAlone(targets, logger, async () => {
    // Again: another restore may have filled them meanwhile.
    await checkTargets(targets, task, logger);
    if (!beside) await placeAll(chosen, config, progress);
    return fill({ task, chosen, database, beside, logs, installation }, targets, before, deps);
  });
}

const serviceRuns =
  'The service (or a consumer) is running. Stop it, restore, and start it again; or use --to-database to restore into another database.';

const embeddedOnly =
  'The backup was made of the embedded ClickHouse of tallyhouse start. Restore it there, without CLICKHOUSE_URL.';
