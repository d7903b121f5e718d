/** Shards that are unreachable, or differ from the cluster's. */

import type { ClickHouseClient } from '@clickhouse/client';
import { command, isUnreachable, MissingRightError, only, select } from '@tallyhouse/clickhouse';
import { HttpError } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { readTables } from '../read-tables.ts';
import type { Shards } from './shards.ts';

/**
 * Reads from one shard. When it is unreachable, throws an error that names it; with `partial`, returns undefined and calls `missing` with
 * its number.
 */
export async function orSkipShard<Answer>(
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

/** The numbers of unreachable shards. */
export async function shardsAway({ each }: Shards): Promise<number[]> {
  const numbers = await Promise.all(
    each.map(async ({ number, client }) => ((await client.look()) === 'here' ? [] : [number])),
  );
  return numbers.flat();
}

/** ClickHouse's messages about another server that it cannot reach or has lost. */
export const lostShard: ReadonlySet<string> = new Set([
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '159', // TIMEOUT_EXCEEDED
  '198', // DNS_ERROR
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '279', // ALL_CONNECTION_TRIES_FAILED
]);

export function mayLackShard(error: unknown): boolean {
  const { data } = z.object({ code: z.string() }).safeParse(error);
  return isUnreachable(error) || (data !== undefined && lostShard.has(data.code));
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

/**
 * For the start and `GET /readyz`: every shard responds and has the tables, and the servers' cluster equals CLICKHOUSE_SHARDS.
 * @returns the unreachable shards, when reports may leave them out
 * @throws Error with a sentence that says what to do
 */
export async function checkShards(clickhouse: ClickHouseClient, shards: Shards): Promise<string | undefined> {
  const { name, database, each } = shards;
  const away = await shardsAway(shards);
  if (away.length > 0 && (!shards.partial || away.length === each.length)) {
    throw awayError(away, undefined);
  }
  await Promise.all(
    each
      .filter(({ number }) => !away.includes(number))
      .map(({ number, client }) =>
        command(client, readTables).catch((error: unknown) => {
          if (error instanceof MissingRightError || error instanceof HttpError) throw error;
          throw new Error(`Tables are missing in shard ${number}. Run the migrations.`);
        }),
      ),
  );
  const unknown = await shards.unknown();
  if (unknown.length > 0) {
    throw new Error(
      `The map has ${shardNames(unknown)}, which CLICKHOUSE_SHARDS of this app does not name. Add it to CLICKHOUSE_SHARDS and to the cluster ${name}, in the same order, and start the app again.`,
    );
  }
  if (away.length > 0) return `without ${shardNames(away)}`;
  const known = await numberOfShards(clickhouse, name, database);
  if (known === each.length) return undefined;
  throw new Error(
    known === undefined
      ? `ClickHouse does not know the cluster ${name}. Add it to remote_servers on each shard, or set CLICKHOUSE_CLUSTER to its name.`
      : `The cluster ${name} has ${known} shards, and CLICKHOUSE_SHARDS ${each.length}. Name the same servers in both, in the same order.`,
  );
}

async function numberOfShards(clickhouse: ClickHouseClient, name: string, database: string) {
  try {
    const counted = sql`select uniqExact(_shard_num) as shards from cluster('${raw(name)}', '${raw(database)}', 'migrations')`;
    return only(await select(clickhouse, counted, z.object({ shards: z.number() }))).shards;
  } catch (error) {
    const { data } = z.object({ code: z.string() }).safeParse(error);
    if (data?.code === clusterUnknown) return undefined;
    if (data?.code !== accessDenied) throw error;
    throw new Error(
      'The user of reports may not read the other shards: grant remote, create temporary table on *.* to it.',
    );
  }
}

const clusterUnknown = '701'; // CLUSTER_DOESNT_EXIST
const accessDenied = '497';
