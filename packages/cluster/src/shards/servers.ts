/**
 * The ClickHouse servers that store pings: one, or several shards. Nothing is stored on a server before it is known to be the configured
 * one: the same session on two shards would count twice.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type ClientOptions,
  createWriteClient,
  patience,
  refuseUnfinished,
  type Shard,
} from '@tallyhouse/clickhouse';
import { grouped, type Logger } from '@tallyhouse/service';
import { judge, nameOf, ShardError, shardName } from './judge.ts';
import { compareLate, lookAgain, lookAt, serversOf } from './look.ts';
import { shardOf } from './shard-map.ts';
import { hostOfShard, identityOf } from './state.ts';
import { writeFirst } from './write-first.ts';

/** A server that stores pings. */
export interface Server {
  /** Its number among the shards, from 1; undefined for a single server. */
  shard: number | undefined;
  /** For messages, such as `Shard 2 (b:8123)`. */
  name: string;
  client: ClickHouseClient;
  /** The same for background work, during which ClickHouse may be silent for long: the merge of a large day takes minutes. */
  patient: ClickHouseClient;
  /**
   * Resolves once the server is known to be the configured one, and not half restored; call it before writing.
   * @throws ShardError when it is another one, MigrationError when a restore has not ended, or the error of an unreachable server: then try
   * again
   */
  ready(): Promise<void>;
}

/** All servers, and the mapping of messages to them. */
export interface Servers {
  all: readonly Server[];
  /** @throws Error for a partition that no shard stores */
  of(partition: number, offset: bigint): Server;
  /** Whether a shard stores a partition. One that was added to the topic since the start waits until the next start. */
  has(partition: number): boolean;
  close(): Promise<void>;
}

/** A single server, without a map. @param patient client of the same server, unless the first one waits long itself */
export function singleServer(client: ClickHouseClient, patient = client): Servers {
  const ready = once(async () => {
    await refuseShard(client);
    await refuseUnfinished(client);
  });
  const server: Server = { shard: undefined, name: 'ClickHouse', client, patient, ready };
  return { all: [server], of: () => server, has: () => true, close: () => closeAll([client, patient]) };
}

/** @throws ShardError when the server is a shard: it stores only a part */
export async function refuseShard(client: ClickHouseClient): Promise<void> {
  const [identity] = await identityOf(client);
  if (identity === undefined) return;
  throw new ShardError(
    `This ClickHouse is shard ${identity.shard} of a cluster. Set CLICKHOUSE_SHARDS to all of its shards, in their order.`,
  );
}

/**
 * Opens the shards and compares them with their map, which is written when they are used for the first time. An unreachable shard is
 * compared before its first use (`ready`), if the others have the map.
 * @param shards at least one
 * @param partitions of the log's topic; undefined: not compared, and no map is written
 * @throws ShardError when they are not the shards of the map, or some are unreachable at the first start
 */
export async function openShards(
  shards: readonly Shard[],
  partitions: number | undefined,
  logger: Logger,
  options?: ClientOptions,
): Promise<Servers> {
  const expected = { shards: shards.length, partitions };
  const found = await lookAt(shards, logger);
  const { states, away } = found;
  if (states.length === 0) {
    throw new ShardError(`No shard can be reached: ${shards.map(hostOfShard).join(', ')}.`);
  }
  const verdict = judge(states, expected);
  if (verdict.kind === 'new' && partitions !== undefined) await writeFirst(shards, verdict, logger);

  const late = compareLate(found, logger);
  const servers = shards.map((shard): Server => {
    const { number, replication } = shard;
    const open = (more?: ClientOptions) =>
      createWriteClient(serversOf(shard), logger, { ...options, ...more, replication, admit: late(shard) });
    const [client, patient] = [open(), open(patience)];
    const compare = async () => {
      await refuseUnfinished(client);
      if (!away.includes(shard)) return;
      const state = await lookAgain(shard, logger);
      const all = [...states, state].sort((a, b) => a.number - b.number);
      if (judge(all, expected).kind === 'new') {
        throw new ShardError(`${nameOf(state)} has no map, unlike the others. Start the consumer again.`);
      }
      logger.info({ shard: number, host: hostOfShard(shard) }, 'a shard can be reached again');
    };
    return { shard: number, name: shardName(shard), client, patient, ready: once(compare) };
  });
  // Every message is looked up, and a map may have a thousand partitions.
  const entriesOf = grouped(verdict.map, ({ partition }) => partition);
  return {
    all: servers,
    of(partition, offset) {
      const number = shardOf(entriesOf.get(partition) ?? [], partition, offset);
      const server = servers.find(({ shard }) => shard === number);
      if (server === undefined) throw new Error(`there is no shard ${number}`);
      return server;
    },
    has: (partition) => entriesOf.has(partition),
    close: () => closeAll(servers.flatMap(({ client, patient }) => [client, patient])),
  };
}

const closeAll = async (clients: readonly ClickHouseClient[]) =>
  void (await Promise.all([...new Set(clients)].map((client) => client.close())));

/** Runs a check until it passes, and then never again. */
function once(check: () => Promise<void>): () => Promise<void> {
  let passed = false;
  let running: Promise<void> | undefined;
  return async () => {
    if (passed) return;
    running ??= check().finally(() => {
      running = undefined;
    });
    await running;
    passed = true;
  };
}
