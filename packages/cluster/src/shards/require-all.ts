import { ClickHouseError } from '@clickhouse/client';
import { ShardError } from './judge.ts';
import type { Servers } from './servers.ts';

/**
 * For work that needs every server, before it begins.
 * @throws ShardError that names the one that cannot be reached, or is not the one that the settings say
 */
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
