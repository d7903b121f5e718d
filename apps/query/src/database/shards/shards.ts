import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import {
  type ClientOptions,
  createClickHouse,
  createDelayCheck,
  createReadClient,
  isAway,
  MissingRightError,
  only,
  type ReadClient,
  select,
  shardsOf,
  silenceOf,
  whilePresent,
} from '@tallyhouse/clickhouse';
import { HttpError, type Logger } from '@tallyhouse/service';
import type { Cluster } from '@tallyhouse/sql';
import { z } from 'zod';
import shardsOfMapSql from './shards-of-map.sql';
import { createUnknownShards } from './unknown-shards.ts';

/** The servers among which the rows are divided. Reports ask one of them, which asks the others. */
export interface Shards extends Cluster {
  /** Those of CLICKHOUSE_SHARDS, in its order. */
  each: readonly OneShard[];
  /** Whether reports may leave out shards that cannot be reached. */
  partial: boolean;
  /** The numbers of the shards that were added since the app started: see there. */
  unknown(): Promise<number[]>;
  close(): Promise<void>;
}

interface OneShard {
  /** From 1. */
  number: number;
  /** Reads the rows of this shard alone. */
  client: ReadClient;
  /** Whether each of its replicas can be read, in their order; none when tables are not replicated. */
  replicas: readonly (() => Promise<boolean>)[];
  close(): Promise<void>;
}

type ShardConfig = Parameters<typeof shardsOf>[0] & {
  CLICKHOUSE_CLUSTER: string;
  PARTIAL_REPORTS: boolean;
  MAX_REPLICA_DELAY_SECONDS: number;
};

const shardsOfMap = z.object({ shards: z.number() });

/** @returns undefined without CLICKHOUSE_SHARDS. @throws ConfigError like shardsOf */
export function openShards(config: ShardConfig, logger: Logger, options: ClientOptions): Shards | undefined {
  const { MAX_REPLICA_DELAY_SECONDS: maxSeconds } = config;
  const each = shardsOf(config).map(({ number, connections, replication }): OneShard => {
    const maxDelaySeconds = replication === undefined ? undefined : maxSeconds;
    const client = createReadClient(connections, logger, { ...options, maxDelaySeconds });
    const replicas = (replication === undefined ? [] : connections).map((connection) =>
      createClickHouse(connection, logger, { ...options, connectMs }),
    );
    const close = async () => void (await Promise.all([client, ...replicas].map((one) => one.close())));
    return { number, client, replicas: replicas.map((one) => createDelayCheck(one, maxSeconds)), close };
  });
  if (each.length === 0) return undefined;
  return {
    name: config.CLICKHOUSE_CLUSTER,
    database: config.CLICKHOUSE_DATABASE,
    each,
    partial: config.PARTIAL_REPORTS,
    unknown: createUnknownShards(
      each.map(
        ({ client }) =>
          async () =>
            only(await select(client, shardsOfMapSql, shardsOfMap)).shards,
      ),
    ),
    close: async () => void (await Promise.all(each.map((shard) => shard.close()))),
  };
}

/** What a query over shards needs besides the settings of every query. */
const overShards: ClickHouseSettings = {
  // A shard is sent elements of tuples instead of the columns that stand for them: FINAL does not merge an element read alone.
  optimize_functions_to_subcolumns: 0,
};

/** How long a server may take to accept a connection that asks how far it is behind, milliseconds. */
const connectMs = 1000;

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
 * @param shards undefined for one server
 * @param ask runs the query with these settings as well; the signal says that a shard has fallen silent
 * @throws HttpError 503 that names the shards, or what `ask` throws
 */
export async function askShards<Answer>(
  clickhouse: ClickHouseClient,
  shards: Shards | undefined,
  missing: ((shard: number) => void) | undefined,
  ask: (settings: ClickHouseSettings, silent?: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (shards === undefined) return ask({});
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
  const query = `select 1 from cluster('${name}', view(select 1))`;
  const asked = Array.from({ length: keptConnections }, () =>
    clickhouse.command({ query, clickhouse_settings: settings }),
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
async function shardsAway({ each }: Shards): Promise<number[]> {
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

function mayLackShard(error: unknown): boolean {
  const { data } = z.object({ code: z.string() }).safeParse(error);
  return isAway(error) || (data !== undefined && lostShard.has(data.code));
}

/** `shard 2`, `shards 2 and 3`. */
const shardNames = (numbers: readonly number[]) =>
  `shard${numbers.length > 1 ? 's' : ''} ${numbers.join(', ').replace(/, (\d+)$/, ' and $1')}`;

function awayError(away: readonly number[], cause: unknown): unknown {
  if (away.length === 0) return cause;
  const names = shardNames(away);
  const message = `${names[0]?.toUpperCase()}${names.slice(1)} of the database cannot be reached. Please try again.`;
  return new HttpError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}

/** Fails where tables are missing. */
export const readTables = 'select 1 from pageviews, sessions, visitors limit 0';

/**
 * For the start and `GET /readyz`: each shard answers and has the tables, and the servers know the cluster as CLICKHOUSE_SHARDS
 * has it.
 * @returns which shards are away, when reports may leave them out
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
        client.command({ query: readTables }).catch((error: unknown) => {
          if (error instanceof MissingRightError) throw error;
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

/** Logs what is wrong: the servers may come, or be configured, while the app waits, and `/readyz` says the same. */
export async function checkAtStart(
  clickhouse: ClickHouseClient,
  shards: Shards,
  logger: Logger,
): Promise<void> {
  await checkShards(clickhouse, shards).catch((error: Error) => logger.error(error.message));
}

async function numberOfShards(clickhouse: ClickHouseClient, name: string, database: string) {
  try {
    const result = await clickhouse.query({
      query: `select uniqExact(_shard_num) as shards from cluster('${name}', '${database}', 'migrations')`,
      format: 'JSONEachRow',
    });
    return z.tuple([z.object({ shards: z.coerce.number() })]).parse(await result.json())[0].shards;
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
