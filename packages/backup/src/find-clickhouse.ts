import { lstat, mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Connection, findServer, runningServer, serverNotFound, shardsOf } from '@tallyhouse/clickhouse';
import { shardName } from '@tallyhouse/cluster';
import { consumerGroup, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { Installation, InstallationConfig } from './installation.ts';
import { linkName, refuseRunning } from './statement.ts';

/** A server that stores pings. */
export interface FoundServer {
  /** Its number, from 1; undefined for a single server. */
  shard: number | undefined;
  /** For messages: `ClickHouse`, or `Shard 2 (b:8123)`. */
  name: string;
  connection: Connection;
}

/** The ClickHouse of a command: one server, or all shards in their order. */
export interface FoundClickHouse {
  servers: FoundServer[];
  /** Stops it if the command started it. */
  stop(): Promise<void>;
}

/**
 * Finds the shards of CLICKHOUSE_SHARDS, the ClickHouse at CLICKHOUSE_URL, or that of a running `npm start`; starts that of DATA_DIR when none runs.
 * @throws an Error with a remedy
 */
export async function findClickHouse(
  { config, startClickHouse }: Installation,
  { log, logger }: { log: Log; logger: Logger },
): Promise<FoundClickHouse> {
  const stop = async () => {};
  const one = (connection: Connection) => [{ shard: undefined, name: 'ClickHouse', connection }];
  const shards = shardsOf(config);
  if (shards.length > 0) {
    const servers = shards.map((shard) => {
      return { shard: shard.number, name: shardName(shard), connection: shard.connections[0] };
    });
    return { servers, stop };
  }
  if (config.CLICKHOUSE_URL !== undefined) return { servers: one(await findServer(config)), stop };
  const running = await runningServer(config, logger);
  if (running) return { servers: one(running), stop };
  if (config.KAFKA_BROKERS === undefined && (await isConsumed(log))) throw serverNotFound(config);
  const server = await startClickHouse();
  return { servers: one(server.connection), stop: server.stop };
}

/** Whether ClickHouse is the embedded one of DATA_DIR. */
export const isEmbedded = ({ CLICKHOUSE_URL, CLICKHOUSE_SHARDS }: InstallationConfig): boolean =>
  CLICKHOUSE_URL === undefined && CLICKHOUSE_SHARDS === undefined;

/** Whether a consumer fills ClickHouse from the log now. */
export async function isConsumed(log: Log): Promise<boolean> {
  const reader = log.reader(consumerGroup);
  return reader.isConsumed().finally(() => reader.close());
}

/**
 * Lets the embedded server of a data folder reach a folder of backups: it may use only those below DATA_DIR/clickhouse/backups.
 * @throws an Error when a backup or a restore of another folder is running, which the link would lead astray
 */
export async function linkBackups(client: ClickHouseClient, data: string, backups: string): Promise<void> {
  const allowed = join(data, 'clickhouse', 'backups');
  await mkdir(allowed, { recursive: true, mode: 0o700 });
  const [link, aside] = [join(allowed, linkName), join(allowed, `${linkName}.${process.pid}`)];
  const there = await lstat(link).catch(() => undefined);
  if (there?.isSymbolicLink() && (await realpath(link).catch(() => '')) === backups) return;
  await refuseRunning(client, 'backup', 'restore');
  await rm(aside, { force: true });
  await symlink(backups, aside);
  await rename(aside, link);
}
