import { ClickHouseError } from '@clickhouse/client';
import { ShardError } from './judge.ts';
import type { Servers } from './servers.ts';

/** For work that needs every server. @throws ShardError that names the server that is unreachable, or not the configured one */
export async function requireAll({ all }: Pick<Servers, 'all'>): Promise<void> {
  for (const { name, shard, ready } of all) {
    try {
      await ready();
    } catch (error) {
      if (shard === undefined || error instanceof ShardError) throw error;
      throw new ShardError(
        error instanceof ClickHouseError
          ? `${name} refuses: ${error.message}`
          : `${name} cannot be reached, and all shards are needed.`,
      );
    }
  }
}
