import { type Shard, shardsOf } from '@tallyhouse/clickhouse';
import {
  type GrowingTopic,
  kafkaOptions,
  kafkaSettings,
  openGrowingTopic,
  type PartitionStep,
} from '@tallyhouse/log';
import { type Logger, logLevel } from '@tallyhouse/service';
import { z } from 'zod';
import { serversSettings } from '../find-servers.ts';
import { highestShard } from '../shards/grown-map.ts';
import { asPrepared, type Growth, growthOf } from '../shards/growth.ts';
import { noMapYet, ShardError } from '../shards/judge.ts';
import { lookAt, refuseAway } from '../shards/look.ts';

/** The target state of the shards and the topic. */
export const reshardSettings = z.object({
  ...serversSettings,
  ...kafkaSettings,
  LOG_LEVEL: logLevel('error'),
});

export interface Cluster {
  shards: readonly Shard[];
  steps: readonly PartitionStep[];
  topic: GrowingTopic;
  topicName: string;
  logger: Logger;
}

/** @throws ConfigError, or an Error without CLICKHOUSE_SHARDS */
export function openCluster(config: z.output<typeof reshardSettings>, logger: Logger): Cluster {
  const shards = shardsOf(config);
  if (shards.length === 0) {
    throw new Error(
      'Set CLICKHOUSE_SHARDS to all shards, the new ones at the end. A single server cannot become a shard.',
    );
  }
  const options = kafkaOptions(config, logger);
  return {
    shards,
    steps: config.KAFKA_PARTITIONS,
    topic: openGrowingTopic(options),
    topicName: options.topic,
    logger,
  };
}

/** The offset after the last message of each partition. @throws Error without a topic, LogUnavailableError */
export async function endsOf({ topic, topicName }: Cluster): Promise<bigint[]> {
  const ends = await topic.ends();
  if (ends !== undefined) return ends;
  throw new Error(`There is no topic ${topicName}. Name the one of the pings (KAFKA_TOPIC).`);
}

/** The changes to make, as far as they are known now. @throws ShardError that says why they are impossible */
export async function findGrowth(cluster: Cluster): Promise<Growth> {
  const { shards, steps, logger } = cluster;
  const { states, awayHosts } = await lookAt(shards, logger);
  refuseAway(shards, awayHosts, 'This needs');
  return growthOf(states, { shards: shards.length, steps, ends: await endsOf(cluster), now: Date.now() });
}

/** What a new shard lacks before it can be added. */
export interface Unprepared {
  number: number;
  lacks: 'server' | 'tables';
}

/** The same as if the new shards had their tables already, and which of them lack them. */
export async function findFutureGrowth(
  cluster: Cluster,
): Promise<{ growth: Growth; unprepared: Unprepared[] }> {
  const { shards, steps, logger } = cluster;
  const { states, away, awayHosts } = await lookAt(shards, logger, { migrating: true });
  const known = states.filter(({ identities }) => identities.length > 0);
  const [first] = known;
  if (first === undefined) {
    refuseAway(shards, awayHosts, 'This needs');
    throw new ShardError(noMapYet);
  }
  const before = Math.min(...known.map(({ map }) => highestShard(map)));
  const awayOfOld = away.some(({ number }) => number <= before);
  if (awayOfOld) refuseAway(shards.slice(0, before), awayHosts, 'This needs');
  const future = shards.flatMap(({ number, connections: [connection] }) => {
    const state = states.find((one) => one.number === number);
    return (number > before ? asPrepared(state, { number, connection }, first) : state) ?? [];
  });
  const unprepared = shards.slice(before).flatMap(({ number }): Unprepared[] => {
    const state = states.find((one) => one.number === number);
    if (state === undefined) return [{ number, lacks: 'server' }];
    return state.migrations.length < first.migrations.length ? [{ number, lacks: 'tables' }] : [];
  });
  const wanted = { shards: shards.length, steps, ends: await endsOf(cluster), now: Date.now() };
  return { growth: growthOf(future, wanted), unprepared };
}
