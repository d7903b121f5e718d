import { ClickHouseError } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import type { Shard } from '../shard-addresses.ts';
import { ShardError } from './judge.ts';
import { hostOf, readState, type ShardState } from './state.ts';

export interface Looked {
  /** What the shards hold that can be reached, in their order. */
  states: ShardState[];
  /** The others. */
  away: Shard[];
}

/**
 * Reads what the shards hold.
 * @throws ShardError when one can be reached, but refuses
 */
export async function lookAt(shards: readonly Shard[], logger: Logger): Promise<Looked> {
  const looks = await Promise.all(
    shards.map(async (shard) => {
      try {
        return { shard, state: await readState(shard, logger) };
      } catch (error) {
        if (error instanceof ClickHouseError) {
          throw new ShardError(`Shard ${shard.number} (${hostOf(shard)}) refuses: ${error.message}`);
        }
        logger.warn({ err: error, shard: shard.number, host: hostOf(shard) }, 'a shard cannot be reached');
        return { shard, state: undefined };
      }
    }),
  );
  return {
    states: looks.flatMap(({ state }) => state ?? []),
    away: looks.flatMap(({ shard, state }) => (state === undefined ? shard : [])),
  };
}
