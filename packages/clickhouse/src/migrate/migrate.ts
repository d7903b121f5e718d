/**
 * Brings a database to the schema of clickhouse/migrations. Safe when two processes run it at once and when one dies
 * halfway: ClickHouse has no lock to hold, so every migration can run twice without harm (`if not exists`), and is
 * recorded only after it ran.
 */
import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Connection, createClickHouse } from '../client.ts';
import { isUnreachable, noResponse } from '../connection-error.ts';
import { only, select } from '../select.ts';
import { hasTable, insertRows } from '../tables.ts';
import recordsSql from './records.sql';
import { type ReplicatedPlace, replicatedStatements } from './replicated.ts';

/** One step of the schema: statements, each ended by a semicolon and safe to run twice. Never edited once landed. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** The database and this program do not match; the message names the remedy. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const appliedRow = z.object({ version: z.number(), name: z.string(), checksum: z.string() });

/** Numbers of removed migrations: they made settled tables, which the program now makes itself. They are never used again. */
const retired: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13]);

export const isRetired = ({ version }: Pick<Migration, 'version'>): boolean => retired.has(version);

/** The migrations that a database ran, by version, each with the checksum of its text at that time; without those that are retired. */
export async function appliedMigrations(client: ClickHouseClient) {
  const applied = await select(
    client,
    sql`select version, name, checksum from migrations final order by version`,
    appliedRow,
  );
  return applied.filter((one) => !isRetired(one));
}

/** @throws an Error that names the settings when the server does not respond */
export async function createDatabase(connection: Connection, logger: Logger): Promise<void> {
  // With a client without a database: a request that names a missing one fails.
  await using client = createClickHouse({ ...connection, database: 'default' }, logger);
  try {
    await client.command({
      query: 'create database if not exists {database:Identifier}',
      query_params: { database: connection.database },
    });
  } catch (error) {
    throw isUnreachable(error) ? noResponse(connection, error) : error;
  }
}

/**
 * Runs the migrations that the client's database lacks, in order.
 * @param onStep called before each migration that runs
 * @returns the number of migrations that ran
 * @throws MigrationError when the database is newer than this program, was made before the release of 0.1.0, or ran a migration that was
 *   edited since
 */
export const migrate = (
  client: ClickHouseClient,
  migrations: readonly Migration[],
  onStep: (migration: Migration) => void = () => {},
): Promise<number> => migrateTogether([client], migrations, { isReplicated: false, onStep });

/**
 * The same for the replicas of a server: each runs a migration before any of them runs the next, as a table joins the replicas only with
 * the columns that they have at that time.
 * @throws MigrationError
 */
export async function migrateTogether(
  clients: readonly ClickHouseClient[],
  migrations: readonly Migration[],
  { isReplicated, onStep }: { isReplicated: boolean; onStep: (migration: Migration) => void },
): Promise<number> {
  const servers = [];
  for (const client of clients) {
    servers.push({
      client,
      database: await databaseOf(client),
      applied: await checkedMigrations(client, migrations),
    });
  }
  let count = 0;
  for (const migration of migrations) {
    const checksum = migrationChecksum(migration);
    const lacking = servers.filter(({ applied }) => !applied.has(migration.version));
    if (lacking.length === 0) continue;
    onStep(migration);
    for (const { client, database } of lacking) {
      const place = isReplicated ? { database, version: migration.version } : undefined;
      for (const query of statementsOf(migration, place)) {
        // On all replicas before the next statement; it concerns no other tables.
        await client.command({ query, clickhouse_settings: isReplicated ? { alter_sync: '2' } : {} });
      }
      const { version, name } = migration;
      await insertRows(client, 'migrations', [{ version, name, checksum }]);
    }
    count++;
  }
  return count;
}

/** The versions that a database ran. @throws MigrationError when they differ from this program's */
export async function checkedMigrations(
  client: ClickHouseClient,
  migrations: readonly Migration[],
): Promise<ReadonlySet<number>> {
  await client.command({ query: recordsSql });
  const rows = await appliedMigrations(client);
  const applied = new Map(rows.map((row) => [row.version, row]));

  // Before the release of 0.1.0 a number meant another migration.
  const renumbered = migrations.find(({ version, name }) => (applied.get(version)?.name ?? name) !== name);
  if (renumbered) {
    throw new MigrationError(
      `The database ${await databaseOf(client)} was made before the release of 0.1.0, by a program whose migrations have ` +
        'other numbers: make a backup with that program (tallyhouse backup) and restore it with this one (tallyhouse restore ' +
        '--replace), or set CLICKHOUSE_DATABASE to a new database and store in it what the log still holds (tallyhouse replay).',
    );
  }

  const newest = migrations.at(-1)?.version ?? 0;
  const foreign = [...applied.values()].find(({ version }) => version > newest);
  if (foreign) {
    throw new MigrationError(
      `The database belongs to a newer Tallyhouse (it has migration ${foreign.name}; this program ends at ${newest}). ` +
        'Upgrade this program.',
    );
  }

  const edited = migrations.find((migration) => {
    const before = applied.get(migration.version);
    return before !== undefined && before.checksum !== migrationChecksum(migration);
  });
  if (edited) {
    throw new MigrationError(
      `Migration ${edited.name} was edited after it ran on this database. ` +
        'Restore the file and make the change in a new migration.',
    );
  }
  return new Set(applied.keys());
}

/** SHA-256 of a migration's text, hexadecimal: recorded when it ran. */
export const migrationChecksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

/** The table that marks a database during a restore. */
export const unfinishedRestore = 'unfinished_restore';
/** How long a look for that table is valid, in programs that repeat it: milliseconds. */
export const unfinishedCountsMs = 2000;

/** @throws MigrationError when a restore into the client's database has not ended: its data is partial */
export async function refuseUnfinished(client: ClickHouseClient): Promise<void> {
  if (!(await hasTable(client, raw(unfinishedRestore)))) return;
  throw new MigrationError(
    `A restore into the database ${await databaseOf(client)} has not ended: run tallyhouse restore again.`,
  );
}

export async function databaseOf(client: ClickHouseClient): Promise<string> {
  return only(await select(client, sql`select currentDatabase() as name`, z.object({ name: z.string() })))
    .name;
}

/**
 * The statements of a migration. A semicolon at the end of a line, or the end of the file, ends a statement.
 * @param place of replicated tables; undefined for tables of one server
 */
function statementsOf({ sql }: Migration, place: ReplicatedPlace | undefined): string[] {
  const statements = sql.split(/;[ \t]*$/m).filter((statement) => statement.trim() !== '');
  return place === undefined
    ? statements
    : statements.flatMap((statement) => replicatedStatements(statement, place));
}
