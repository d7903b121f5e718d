import type { Logger } from '@tallyhouse/service';
import type { Shard } from '../shard-addresses.ts';
import { type Expected, judge, nameOf, ShardError } from './judge.ts';
import { lookAt, serversOf } from './look.ts';
import { hostOf } from './state.ts';

/**
 * Compares all servers of the shards with the settings and with each other, before they are changed.
 * @param who needs all of them: the subject of a sentence, such as `Migrations need`
 * @throws ShardError that names the server which cannot be reached, or says what is wrong
 */
export async function requireAll(
  shards: readonly Shard[],
  expected: Omit<Expected, 'shards'>,
  who: string,
  logger: Logger,
): Promise<void> {
  const { migrating = false } = expected;
  const { states, awayHosts } = await lookAt(shards, logger, { migrating });
  const [host] = awayHosts;
  if (states.length > 0) judge(states, { ...expected, shards: shards.length });
  if (host === undefined) return;
  const number = shards.find((shard) => serversOf(shard).some((one) => hostOf(one) === host))?.number ?? 0;
  throw new ShardError(
    `${nameOf({ number, host })} cannot be reached. ${who} all shards; nothing was changed.`,
  );
}
