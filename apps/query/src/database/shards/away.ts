/** Shards that cannot be reached. */

import { isAway } from '@tallyhouse/clickhouse';
import { HttpError } from '@tallyhouse/service';
import { z } from 'zod';
import type { Shards } from './shards.ts';

/**
 * Reads from one shard alone. When it cannot be reached, the answer is an error that names it; or with `partial` undefined, and
 * `missing` is called with its number.
 */
export async function orMissing<Answer>(
  shards: Shards,
  number: number,
  missing: ((shard: number) => void) | undefined,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!mayLackShard(error instanceof HttpError ? error.cause : error)) throw error;
    const away = await shardsAway(shards);
    if (!shards.partial || !away.includes(number)) throw awayError(away, error);
    missing?.(number);
    return undefined;
  }
}

/** The numbers of the shards that do not answer. */
export async function shardsAway({ each }: Shards): Promise<number[]> {
  const numbers = await Promise.all(
    each.map(async ({ number, client }) => ((await client.look()) === 'here' ? [] : [number])),
  );
  return numbers.flat();
}

/** ClickHouse's words for another server that it cannot reach, or lost. */
const lostShard = new Set([
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '159', // TIMEOUT_EXCEEDED
  '198', // DNS_ERROR
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '279', // ALL_CONNECTION_TRIES_FAILED
]);

export function mayLackShard(error: unknown): boolean {
  const { data } = z.object({ code: z.string() }).safeParse(error);
  return isAway(error) || (data !== undefined && lostShard.has(data.code));
}

/** `shard 2`, `shards 2 and 3`. */
export const shardNames = (numbers: readonly number[]) =>
  `shard${numbers.length > 1 ? 's' : ''} ${numbers.join(', ').replace(/, (\d+)$/, ' and $1')}`;

export function awayError(away: readonly number[], cause: unknown): unknown {
  if (away.length === 0) return cause;
  const names = shardNames(away);
  const message = `${names[0]?.toUpperCase()}${names.slice(1)} of the database cannot be reached. Please try again.`;
  return new HttpError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
