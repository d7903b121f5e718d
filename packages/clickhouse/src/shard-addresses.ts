import { z } from 'zod';
import type { Connection } from './client.ts';
import { clickHouseAddress, clickHouseSettings, connectionOf } from './migrate/config.ts';

/** One of the servers among which the partitions of the log are divided. */
export interface Shard {
  /** Its place in CLICKHOUSE_SHARDS, from 1; also in the cluster CLICKHOUSE_CLUSTER. */
  number: number;
  /** Its replicas, one at least. The first is written to. */
  connections: [Connection, ...Connection[]];
}

/** Where pings are stored when one server is not enough. */
export const shardSettings = {
  CLICKHOUSE_SHARDS: z
    .string()
    .transform(readShards)
    .optional()
    .describe(
      'Addresses of the shards, comma-separated, in a fixed order; | between the replicas of one. Unset: one server, CLICKHOUSE_URL.',
    ),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'a name made of letters, digits and _')
    .default('tallyhouse')
    .describe("The cluster in ClickHouse's remote_servers that has the shards, in the same order."),
};

const settings = z.object({ ...clickHouseSettings, ...shardSettings });

/**
 * The shards of CLICKHOUSE_SHARDS, in its order; none when it is unset. They share user, password, database and certificates.
 * @throws ConfigError that lists the certificate files that cannot be used
 */
export function shardsOf(config: z.output<typeof settings>): Shard[] {
  const connection = (url: string) => connectionOf({ ...config, CLICKHOUSE_URL: url });
  return (config.CLICKHOUSE_SHARDS ?? []).map(([first, ...others], index) => ({
    number: index + 1,
    connections: [connection(first), ...others.map(connection)],
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
