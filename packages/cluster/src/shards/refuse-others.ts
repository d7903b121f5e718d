import type { Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { type Expected, judge } from './judge.ts';
import { lookAt, refuseAway } from './look.ts';

/**
 * Compares all servers of the shards with the settings and with each other, before they are changed.
 * @param need the work that needs all of them, such as `Migrations need`
 * @throws ShardError that names the unreachable server, or the difference
 */
export async function refuseOthers(
  shards: readonly Shard[],
  expected: Omit<Expected, 'shards'>,
  need: string,
  logger: Logger,
): Promise<void> {
  const { migrating = false } = expected;
  const { states, awayHosts } = await lookAt(shards, logger, { migrating });
  if (states.length > 0) judge(states, { ...expected, shards: shards.length });
  refuseAway(shards, awayHosts, need);
}
