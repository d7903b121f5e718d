import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { command, MissingRightError, silenceOf, whilePresent } from '@tallyhouse/clickhouse';
import { HttpError } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { awayError, mayLackShard, shardNames, shardsAway } from './away.ts';
import type { Shards } from './shards.ts';

/** Runs a query with extra settings; the signal aborts when a shard stops responding. */
export type Ask<Answer> = (settings: ClickHouseSettings, silent?: AbortSignal) => Promise<Answer>;

const overShards: ClickHouseSettings = {
  // A shard is sent elements of tuples instead of the columns that stand for them: FINAL does not merge an element read alone.
  optimize_functions_to_subcolumns: 0,
};

/**
 * Leaves out unreachable shards. A shard that accepts connections but does not respond delays such a query by three times this long;
 * ClickHouse's default is ten seconds. It is long enough for a live shard to respond, so no live shard is left out silently.
 */
const skipUnavailableShards: ClickHouseSettings = {
  skip_unavailable_shards: 1,
  skip_unavailable_shards_mode: 'unavailable',
  handshake_timeout_ms: 1500,
};

/**
 * Runs a query over the shards. When a shard is unreachable or does not respond, throws an error that names it. With `partial`, returns the
 * rows of the others and calls `missing` with its number.
 * @param clickhouse the client that `ask` uses
 * @throws HttpError 503 that names the shards, or what `ask` throws
 */
export async function askShards<Answer>(
  clickhouse: ClickHouseClient,
  shards: Shards,
  missing: ((shard: number) => void) | undefined,
  ask: Ask<Answer>,
): Promise<Answer> {
  await refuseUnknown(shards);
  let away = await shardsAway(shards);
  let failure: unknown;
  if (away.length === 0) {
    const settings = { ...overShards, ...(await currentReplicas(shards)) };
    try {
      return await whilePresent(
        () => fallenSilent(shards),
        (silent) => ask(settings, silent),
      );
    } catch (error) {
      if (!mayLackShard(error)) throw error;
      failure = error;
      away = await shardsAway(shards);
    }
  }
  if (!shards.partial || away.length === 0 || away.length === shards.each.length) {
    throw awayError(away, failure);
  }
  const settings = { ...overShards, ...skipUnavailableShards, ...(await currentReplicas(shards)) };
  await dropConnections(clickhouse, shards);
  const answer = await whilePresent(
    () => fallenSilent(shards, away),
    (silent) => ask(settings, silent),
  );
  // A shard that failed in the meantime may be missing too.
  for (const number of [...away, ...(await shardsAway(shards))]) missing?.(number);
  return answer;
}

/** An error when a shard accepts connections but does not respond. @param known the shards that are known not to respond */
async function fallenSilent({ each }: Shards, known: readonly number[] = []): Promise<Error | undefined> {
  const looks = each
    .filter(({ number }) => !known.includes(number))
    .map(async ({ number, client }) => ({ number, presence: await client.look() }));
  const silent = (await Promise.all(looks)).find(({ presence }) => presence === 'silent');
  return silent && silenceOf(`shard ${silent.number}`);
}

/** How many connections to a shard a server may keep. */
const keptConnections = 8;

/**
 * Makes ClickHouse drop its open connections to shards that do not respond. It keeps connections, sends the next query over one of them,
 * and waits for minutes; only a new connection shows that a shard is unreachable. Each of these queries uses up one connection.
 */
async function dropConnections(clickhouse: ClickHouseClient, { name }: Shards): Promise<void> {
  const settings: ClickHouseSettings = {
    ...skipUnavailableShards,
    handshake_timeout_ms: 500,
    connections_with_failover_max_tries: '1',
    receive_timeout: 1,
  };
  const query = sql`select 1 from cluster('${raw(name)}', view(select 1))`;
  const asked = Array.from({ length: keptConnections }, () =>
    command(clickhouse, query, { clickhouse_settings: settings }),
  );
  // A query that fails has dropped its connection.
  await Promise.allSettled(asked);
}

/** @throws HttpError 503 when the map has shards that this app does not know */
async function refuseUnknown(shards: Shards): Promise<void> {
  const unknown = await shards.unknown().catch(async (error: unknown) => {
    throw mayLackShard(error) ? awayError(await shardsAway(shards), error) : error;
  });
  if (unknown.length === 0) return;
  const message = `This app does not read ${shardNames(unknown)} of the database yet. Please try again.`;
  throw new HttpError('unavailable', message, { headers: { 'Retry-After': '60' } });
}

/**
 * Selects replicas that have all rows: ClickHouse does not check the lag itself where SQL is sent to a shard. It takes the replica with the
 * same index in `remote_servers` for all shards. Shards that are unreachable as a whole are handled elsewhere.
 * @throws HttpError 503 when no index fits
 */
async function currentReplicas({ each }: Shards): Promise<ClickHouseSettings> {
  // With one shard, the queried replica reads its own rows.
  if (each.length === 1) return {};
  const looked = await Promise.all(
    each.map(({ replicas }) =>
      Promise.all(
        replicas.map((isCurrent) =>
          isCurrent().catch((error: unknown) => {
            if (error instanceof MissingRightError) throw error;
            return undefined;
          }),
        ),
      ),
    ),
  );
  const shards = looked.filter((replicas) => replicas.some((one) => one !== undefined));
  const places = Math.max(0, ...shards.map(({ length }) => length));
  for (let place = 0; place < places; place++) {
    if (shards.every((replicas) => replicas[place] === true)) {
      return { load_balancing: 'first_or_random', load_balancing_first_offset: String(place) };
    }
  }
  if (places === 0) return {};
  throw new HttpError('unavailable', 'A replica of the database is behind the others. Please try again.', {
    headers: { 'Retry-After': '5' },
  });
}
