import { ConfigError, flag } from '@tallyhouse/service';
import { z } from 'zod';
import type { Connection } from './client.ts';
import { clickHouseAddress, clickHouseSettings, connectionOf } from './settings.ts';

/** One of the servers among which the partitions of the log are divided. */
export interface Shard {
  /** Its position in CLICKHOUSE_SHARDS, from 1; also in the cluster CLICKHOUSE_CLUSTER. */
  number: number;
  /** Its replicas, at least one. Without replication the first one gets all writes. */
  connections: [Connection, ...Connection[]];
  /** How its tables are replicated; undefined when they are not. */
  replication?: Replication;
}

export interface Replication {
  /** How many replicas must have an insert before it counts as stored: a number, or `auto` for more than half. */
  quorum: string;
}

export const shardSettings = {
  CLICKHOUSE_SHARDS: z.string().transform(readShards).optional(),
  CLICKHOUSE_REPLICATED: flag('0'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'a name made of letters, digits and _')
    .default('tallyhouse'),
};

/** The settings for writing to shards. */
export const shardWriterSettings = {
  CLICKHOUSE_SHARDS: shardSettings.CLICKHOUSE_SHARDS,
  CLICKHOUSE_REPLICATED: shardSettings.CLICKHOUSE_REPLICATED,
  CLICKHOUSE_INSERT_QUORUM: z
    .string()
    .regex(/^(auto|[1-9])$/, 'auto, or a number from 1 to 9')
    .default('auto'),
};

const settings = z.object({
  ...clickHouseSettings,
  // Shards have addresses of their own.
  CLICKHOUSE_URL: clickHouseSettings.CLICKHOUSE_URL.optional(),
  CLICKHOUSE_SHARDS: shardSettings.CLICKHOUSE_SHARDS,
  CLICKHOUSE_REPLICATED: shardSettings.CLICKHOUSE_REPLICATED,
  CLICKHOUSE_INSERT_QUORUM: shardWriterSettings.CLICKHOUSE_INSERT_QUORUM.optional(),
});

/**
 * The shards of CLICKHOUSE_SHARDS, in its order; none when it is unset. They share user, password, database and certificates.
 * @throws ConfigError for replication without shards, and one that lists the certificate files that cannot be used
 */
export function shardsOf(config: z.output<typeof settings>): Shard[] {
  const { CLICKHOUSE_SHARDS: shards = [], CLICKHOUSE_REPLICATED: replicated } = config;
  if (replicated && shards.length === 0) {
    throw new ConfigError(
      'Invalid settings:\n  CLICKHOUSE_REPLICATED: requires CLICKHOUSE_SHARDS, such as http://a:8123|http://a2:8123 for the replicas of one server',
    );
  }
  const connection = (url: string) => connectionOf({ ...config, CLICKHOUSE_URL: url });
  return shards.map(([first, ...others], index) => ({
    number: index + 1,
    connections: [connection(first), ...others.map(connection)],
    ...(replicated && { replication: { quorum: config.CLICKHOUSE_INSERT_QUORUM ?? 'auto' } }),
  }));
}

function readShards(text: string, ctx: z.RefinementCtx): [string, ...string[]][] {
  const address = clickHouseAddress();
  const shards = text.split(',').flatMap((shard): [string, ...string[]][] => {
    const [first, ...others] = shard.split('|').map((item) => item.trim());
    return first === undefined || (first === '' && others.length === 0) ? [] : [[first, ...others]];
  });
  const urls = shards.flat();
  if (urls.length === 0) ctx.addIssue('has no address');
  if (urls.some((url) => !address.safeParse(url).success)) {
    ctx.addIssue('addresses such as http://a:8123|http://a2:8123,http://b:8123');
    return shards;
  }
  // Without the user: under another name it is the same server.
  const hosts = urls.map((url) => new URL(url).host);
  const twice = hosts.find((host, index) => hosts.indexOf(host) < index);
  if (twice !== undefined) ctx.addIssue(`has ${twice} twice`);
  return shards;
}
