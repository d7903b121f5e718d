/**
 * The database of a restore. During a restore it has a marker table: after a kill the next restore starts over, and no service starts on
 * partial data (`refuseUnfinished`).
 */
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type Connection,
  command,
  createClickHouse,
  createDatabase,
  hasTable,
  only,
  patienceOfBackups,
  select,
  unfinishedRestore,
} from '@tallyhouse/clickhouse';
import { type Report, repeatDeletions, whileAllLocked } from '@tallyhouse/deletion';
import type { Logger } from '@tallyhouse/service';
import { raw, sql, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { named, refuseRunning } from '../statement.ts';

const tableRow = z.object({ name: z.string(), rows: z.number() });

/** The list of deletions from before the restore. Until it has ended, there is no other copy. */
const keptDeletions = 'forgotten_before_restore';

/** Connects to the server of a database that may be missing. */
const serverOf = (connection: Connection, logger: Logger) =>
  createClickHouse({ ...connection, database: 'default' }, logger, patienceOfBackups);

/** Tables that have rows before any ping is stored. */
const ofEveryDatabase: ReadonlySet<string> = new Set(['migrations', 'shard_map', 'shard_identity']);

export type Target = Connection & { database: string };

/**
 * Checks that the databases of all servers that are restored together can be emptied. Nothing is changed.
 * @param replace also when they have rows
 * @throws an Error when one has rows, or tables of another program; or when two are the same
 */
export async function checkTargets(
  targets: readonly { name: string; connection: Target }[],
  { replace }: { replace: boolean },
  logger: Logger,
): Promise<void> {
  const found = await Promise.all(
    targets.map(async ({ name, connection }) => {
      const place = targets.length > 1 ? `${connection.database} of ${name}` : connection.database;
      return { name, place, ...(await lookInto(connection, logger)) };
    }),
  );
  refuseTwice(found);
  // A restore that was interrupted may have completed some of them.
  const isUnfinished = found.some(({ holds }) => holds(unfinishedRestore));
  for (const { place, tables, holds } of found) {
    if (tables.length > 0 && !holds('migrations') && !holds(unfinishedRestore)) {
      throw new Error(
        `The database ${place} holds tables of another program (${tables[0]?.name}). Choose another one.`,
      );
    }
    const filled = tables.find(({ name, rows }) => rows > 0 && !ofEveryDatabase.has(name));
    if (filled && !replace && !isUnfinished) {
      throw new Error(
        `The database ${place} is not empty (${filled.name} has ${filled.rows.toLocaleString('en')} rows). ` +
          'Use --replace to drop what it holds, or --to-database to restore into another one.',
      );
    }
  }
}

/** Runs work while no other restore or deletion changes these databases, which it creates. @throws DeletionRunsError */
export async function whileAlone<Result>(
  targets: readonly { connection: Target }[],
  logger: Logger,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const { connection } of targets) await createDatabase(connection, logger);
  const places = targets.map(({ connection }) => ({
    client: createClickHouse(connection, logger, patienceOfBackups),
  }));
  return whileAllLocked(places, work).finally(() => Promise.all(places.map(({ client }) => client.close())));
}

async function lookInto(target: Target, logger: Logger) {
  await using server = serverOf(target, logger);
  await refuseRunning(server, 'restore');
  // With the port, because embedded servers of one machine have the same UUID.
  const own = sql`select toString((serverUUID(), hostName(), tcpPort())) as id`;
  const { id } = only(await select(server, own, z.object({ id: z.string() })));
  const tables = await tablesOf(server, target.database);
  return { id, tables, holds: (name: string) => tables.some((table) => table.name === name) };
}

const tablesOf = (server: ClickHouseClient, database: string) =>
  select(
    server,
    sql`select name, ifNull(total_rows, 0) as rows from system.tables where database = ${text(database)}`,
    tableRow,
  );

/** Detects two addresses of one server: empty databases have no other mark. */
function refuseTwice(found: readonly { id: string; name: string }[]): void {
  for (const [index, { id, name }] of found.entries()) {
    const other = found.slice(0, index).find((one) => one.id === id);
    if (other === undefined) continue;
    throw new Error(
      `${other.name} and ${name} are the same server. Name each shard once in CLICKHOUSE_SHARDS; nothing was changed.`,
    );
  }
}

/** Marks a database as half restored. @returns whether it has tables that somebody may read, and what takes back a mark of this run */
export async function markUnfinished(client: ClickHouseClient, { database }: Target) {
  const tables = await tablesOf(client, database);
  await command(
    client,
    sql`create table if not exists ${raw(unfinishedRestore)} (started_at DateTime('UTC') default now('UTC'))
      engine = MergeTree order by () comment 'A restore has not ended: run it again'`,
  );
  const isMarked = tables.some(({ name }) => name === unfinishedRestore);
  return { isRead: tables.length > 0, undo: async () => void (isMarked || (await dropMark(client))) };
}

/**
 * Empties a database that {@link checkTargets} has checked.
 * @param keepDeletions keeps the list of deletions, for {@link deleteAgain}
 */
export async function emptyDatabase(
  client: ClickHouseClient,
  { database }: Target,
  { keepDeletions }: { keepDeletions: boolean },
): Promise<void> {
  const tables = await tablesOf(client, database);
  const holds = (name: string) => tables.some((table) => table.name === name);
  if (keepDeletions && holds('forgotten') && !holds(keptDeletions))
    await command(client, sql`rename table forgotten to ${raw(keptDeletions)}`);
  const kept = keepDeletions ? [unfinishedRestore, keptDeletions] : [unfinishedRestore];
  await dropTables(client, database, kept);
}

/** Drops all tables and views of a database but some, whatever depends on them. */
async function dropTables(client: ClickHouseClient, database: string, but: string[]): Promise<void> {
  const found = await select(
    client,
    sql`select name, engine from system.tables where database = ${text(database)} and name not in ${texts(but)}
      order by engine not like '%View%'`,
    z.object({ name: z.string(), engine: z.string() }),
  );
  for (const { name, engine } of found) {
    const kind = raw(engine === 'Dictionary' ? 'dictionary' : 'table');
    await command(client, sql`drop ${kind} if exists ${named(name)} sync`, {
      clickhouse_settings: {
        // The default refuses tables over 50 GB.
        max_table_size_to_drop: '0',
        max_partition_size_to_drop: '0',
        check_table_dependencies: 0,
      },
    });
  }
}

/** Adds the deletions of another database to the kept ones: for a restore next to it. */
export async function keepDeletionsOf(client: ClickHouseClient, service: string): Promise<void> {
  const forgotten = sql`${named(service)}.forgotten`;
  if (!(await hasTable(client, forgotten))) return;
  const kept = raw(keptDeletions);
  await command(client, sql`create table if not exists ${kept} as ${forgotten}`);
  await command(client, sql`insert into ${kept} select * from ${forgotten}`);
}

/** Deletes again everything deleted since the backup. @returns the affected sites */
export const deleteAgain = async (client: ClickHouseClient, report: Report): Promise<string[]> =>
  (await hasTable(client, raw(keptDeletions))) ? repeatDeletions(client, keptDeletions, report) : [];

/** Declares the restore complete. Whoever copied numbers learns that those of all days may be others: a change of before may be gone. */
export async function endRestore(client: ClickHouseClient): Promise<void> {
  const days = sql`select distinct site_id, day, now64(3, 'UTC') from changed_days where fact = 'ping'`;
  await command(client, sql`insert into deleted_days (site_id, day, deleted_at) ${days}`);
  await command(client, sql`drop table if exists ${raw(keptDeletions)} sync`);
  await dropMark(client);
}

const dropMark = (client: ClickHouseClient) =>
  command(client, sql`drop table ${raw(unfinishedRestore)} sync`);
