import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { command, MissingRightError, silenceOf, whilePresent } from '@tallyhouse/clickhouse';
import { HttpError } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { awayError, mayLackShard, shardNames, shardsAway } from './away.ts';
import type { Shards } from './shards.ts';

/** Runs a query with some settings; the signal says that a shard has fallen silent. */
export type Ask<Answer> = (settings: ClickHouseSettings, silent?: AbortSignal) => Promise<Answer>;

/** What a query over shards needs besides the settings of every query. */
const overShards: ClickHouseSettings = {
  // A shard is sent elements of tuples instead of the columns that stand for them: FINAL does not merge an element read alone.
  optimize_functions_to_subcolumns: 0,
};

/**
 * Leaves out shards that cannot be reached. A shard that takes connections and does not answer holds up such a query for three times
 * this long; ClickHouse's default is ten seconds. A shard that is there must not be left out in silence: in all this time
 * it would have said that it is there.
 */
const withoutAway: ClickHouseSettings = {
  skip_unavailable_shards: 1,
  skip_unavailable_shards_mode: 'unavailable',
  handshake_timeout_ms: 1500,
};

/**
 * Runs a query over the shards. When one cannot be reached, or takes connections and does not answer, the answer is an error that names
 * it; or with `partial` what the others have, and `missing` is called with its number.
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
  const settings = { ...overShards, ...withoutAway, ...(await currentReplicas(shards)) };
  await dropConnections(clickhouse, shards);
  const answer = await whilePresent(
    () => fallenSilent(shards, away),
    (silent) => ask(settings, silent),
  );
  // One that went away since may be missing too.
  for (const number of [...away, ...(await shardsAway(shards))]) missing?.(number);
  return answer;
}

/** An error when a shard takes connections and does not answer. @param known those of which that is known */
async function fallenSilent({ each }: Shards, known: readonly number[] = []): Promise<Error | undefined> {
  const looks = each
    .filter(({ number }) => !known.includes(number))
    .map(async ({ number, client }) => ({ number, presence: await client.look() }));
  const silent = (await Promise.all(looks)).find(({ presence }) => presence === 'silent');
  return silent && silenceOf(`shard ${silent.number}`);
}

/** How many connections to a shard the one that is asked may have kept. */
const keptConnections = 8;

/**
 * Lets ClickHouse drop its open connections to shards that do not answer. It keeps connections, sends the next query over one of them, and
 * waits for minutes; only a new connection shows that a shard cannot be reached. Each of these queries uses up one of them.
 */
async function dropConnections(clickhouse: ClickHouseClient, { name }: Shards): Promise<void> {
  const settings: ClickHouseSettings = {
    ...withoutAway,
    handshake_timeout_ms: 500,
    connections_with_failover_max_tries: '1',
    receive_timeout: 1,
  };
  const query = sql`select 1 from cluster('${raw(name)}', view(select 1))`;
  const asked = Array.from({ length: keptConnections }, () =>
    command(clickhouse, query, { clickhouse_settings: settings }),
  );
  // One that fails has dropped its connection.
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
 * Lets ClickHouse read replicas that have all rows: where SQL is sent to a shard, it does not look itself how far one is behind. It
 * takes the replica at one place of `remote_servers`, the same for all shards. Shards that are away as a whole are not its matter.
 * @throws HttpError 503 when there is no such place
 */
async function currentReplicas({ each }: Shards): Promise<ClickHouseSettings> {
  // With one shard, the replica that is asked reads its own rows.
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
