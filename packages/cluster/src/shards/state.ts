import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import {
  appliedMigrations,
  type Connection,
  createClickHouse,
  hasTable,
  only,
  type Shard,
  select,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { MapEntry } from './shard-map.ts';

/** The state of a server, for shards and replicas. */
export interface ShardState {
  /** Its position in CLICKHOUSE_SHARDS, from 1. */
  number: number;
  /** `host:port` */
  host: string;
  /** Different in every database of every server; `noId` without tables. */
  tableId: string;
  /** Name and checksum of each migration that ran, with a blank between them. */
  migrations: string[];
  /** Its number as a shard; one after the first start. */
  identities: { cluster: string; shard: number }[];
  map: MapEntry[];
  /** Whether it stores any message. */
  hasPings: boolean;
  /** Whether its tables are replicated; undefined without tables. */
  isReplicated: boolean | undefined;
  /** The macros of its configuration by which replicas find each other; empty without macros or without replication. */
  macros: { shard: string; replica: string };
}

const identity = z.object({ cluster: z.string(), shard: z.number() });
const mapRow = z.object({ partition: z.number(), from_offset: z.coerce.bigint(), shard: z.number() });
const tables = z.object({
  migrations_id: z.string(),
  has_map: z.number(),
  has_pings: z.number(),
  engine: z.string(),
});
const macros = z.object({ shard: z.string(), replica: z.string() });

export const noId = '00000000-0000-0000-0000-000000000000';
/** UNKNOWN_DATABASE */
const noDatabase = '81';
/** An unreachable shard must not delay the start. */
const patience = { silenceMs: 5000, connectMs: 2000 };

export const hostOf = ({ url }: Pick<Connection, 'url'>) => new URL(url).host;

/** The address that names a shard: its first replica's. */
export const hostOfShard = ({ connections: [first] }: Shard) => hostOf(first);

/**
 * Reads the state of a server; nothing when it has no database yet.
 * @throws ClickHouseError when it refuses, another error when it is unreachable
 */
export async function readState(
  { number, replication }: Shard,
  connection: Connection,
  logger: Logger,
): Promise<ShardState> {
  const place = { number, host: hostOf(connection) };
  try {
    await using client = createClickHouse(connection, logger, patience);
    return { ...place, ...(await read(client)), macros: replication ? await macrosOf(client) : noMacros };
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.code !== noDatabase) throw error;
  }
  const found = { tableId: noId, migrations: [], identities: [], map: [], hasPings: false };
  if (!replication) return { ...place, ...found, isReplicated: undefined, macros: noMacros };
  // A request that names a missing database fails, whatever it reads.
  await using outside = createClickHouse({ ...connection, database: 'default' }, logger, patience);
  return { ...place, ...found, isReplicated: undefined, macros: await macrosOf(outside) };
}

const noMacros = { shard: '', replica: '' };

const macrosSql = sql`
select anyIf(substitution, macro = 'shard') as shard, anyIf(substitution, macro = 'replica') as replica
from system.macros`;

/** Missing tables give zeros, and an empty engine. Raw pings may be kept for some days only. */
const tablesSql = sql`
select
    toString(anyIf(uuid, name = 'migrations')) as migrations_id,
    countIf(name = 'shard_map') as has_map,
    countIf(name in ('pings', 'sessions', 'dead_letters') and total_rows > 0) as has_pings,
    anyIf(engine, name = 'pings') as engine
from system.tables
where database = currentDatabase()`;

/** As text: an offset may be larger than a number of JSON. */
const mapSql = sql`
select distinct log_partition as partition, toString(from_offset) as from_offset, shard
from shard_map
order by partition, from_offset, shard`;

const identitySql = sql`select distinct toString(cluster) as cluster, shard from shard_identity`;

const macrosOf = async (client: ClickHouseClient) => only(await select(client, macrosSql, macros));

async function read(client: ClickHouseClient): Promise<Omit<ShardState, 'number' | 'host' | 'macros'>> {
  const about = only(await select(client, tablesSql, tables));
  const migrations = about.migrations_id === noId ? [] : await appliedMigrations(client);
  // Before the map, because a shard gets its number after it: another process may be at its first start right now.
  const identities = await identityOf(client);
  const map = about.has_map > 0 ? await mapOf(client) : [];
  return {
    tableId: about.migrations_id,
    migrations: migrations.map(({ name, checksum }) => `${name} ${checksum}`),
    identities,
    map,
    hasPings: about.has_pings > 0,
    isReplicated: about.engine === '' ? undefined : about.engine.startsWith('Replicated'),
  };
}

export async function mapOf(client: ClickHouseClient): Promise<MapEntry[]> {
  const rows = await select(client, mapSql, mapRow);
  return rows.map(({ partition, from_offset: fromOffset, shard }) => ({ partition, fromOffset, shard }));
}

/** The number of a server as a shard; nothing for a single server, also when it has no tables yet. */
export const identityOf = async (client: ClickHouseClient): Promise<ShardState['identities']> =>
  (await hasTable(client, raw('shard_identity'))) ? select(client, identitySql, identity) : [];
