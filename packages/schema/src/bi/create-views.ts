/**
 * Keeps the views for BI tools (clickhouse/bi) as this program has them. A view holds no data, so there is nothing to migrate:
 * when a text differs from the current one, all are created again. Safe when two processes do so at once.
 */
import { createHash } from 'node:crypto';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type BiNames, command, select } from '@tallyhouse/clickhouse';
import { raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { type BiView, biViews, databaseOfShard, personalViews } from '../../../../clickhouse/bi/index.ts';

/** The views cannot be created; the message names the remedy. Nothing else depends on them. */
export class BiViewsError extends Error {
  override name = 'BiViewsError';
}

/** ACCESS_DENIED, UNKNOWN_USER, ACCESS_STORAGE_READONLY, and no storage that users can be written to. */
const lacksRight = new Set(['497', '192', '495', '514']);

/**
 * Creates the views as createBiViews does, and warns when that cannot be done, as nothing else depends on them.
 * @param names undefined for no views
 */
export async function tryToCreateBiViews(
  client: ClickHouseClient,
  names: BiNames | undefined,
  warn: (message: string) => void,
): Promise<void> {
  if (names !== undefined) await orWarn(() => createBiViews(client, names), warn);
}

/** Warns when views cannot be created. */
export async function orWarn(create: () => Promise<unknown>, warn: (message: string) => void): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof BiViewsError)) throw error;
    warn(error.message);
  }
}

/**
 * Creates the databases and views of these names, replaces the views whose text changed and drops those that are gone.
 * @param client one that may create databases and views
 * @returns the number of views that were created or replaced
 * @throws BiViewsError when a database belongs to something else, or a right is missing
 */
export async function createBiViews(client: ClickHouseClient, names: BiNames): Promise<number> {
  if (names.bi === names.database) {
    throw new BiViewsError(
      `CLICKHOUSE_BI_DATABASE and CLICKHOUSE_DATABASE are both ${names.bi}: choose another name, or none.`,
    );
  }
  const count = await keepViews(client, names.bi, biViews(names), names);
  return count + (await keepPersonalViews(client, names));
}

/** Creates, replaces or drops the views with personal data. @returns the number of those that were created or replaced */
export async function keepPersonalViews(client: ClickHouseClient, names: BiNames): Promise<number> {
  const personal = names.personal ?? `${names.bi}_personal`;
  const views = names.personal === undefined ? [] : [personalViews({ ...names, personal })];
  return keepViews(client, personal, views, names);
}

/**
 * Creates a database of views, replaces the views whose text changed and drops those that are gone.
 * @param steps views of a step read those of the steps before
 * @returns the number of views that were created or replaced
 * @throws BiViewsError as createBiViews
 */
export async function keepViews(
  client: ClickHouseClient,
  database: string,
  steps: readonly BiView[][],
  names: BiNames,
): Promise<number> {
  const views = steps.flat();
  const owner = `Views of the database ${names.database} for BI tools, kept by Tallyhouse`;
  const checksum = createHash('sha256').update(JSON.stringify(views)).digest('hex').slice(0, 16);
  const comment = `${owner} (${checksum})`;
  const found = await commentOf(client, database);
  if (found === undefined && views.length === 0) return 0;
  if (found !== undefined && !found.startsWith(`${owner} (`)) {
    // Without views to create, a database of this name does not matter.
    if (views.length === 0) return 0;
    throw new BiViewsError(
      `The database ${database} does not hold the views of ${names.database}: it was made by something else. ` +
        'Set CLICKHOUSE_BI_DATABASE to another name, or to none.',
    );
  }
  const standing = await viewsIn(client, database);
  const isCurrent = found === comment && views.every(({ name }) => standing.includes(name));
  if (!isCurrent) {
    try {
      await command(client, sql`create database if not exists ${raw(database)} comment '${raw(owner)} ()'`);
      await createDefiner(client, names);
      for (const step of steps) await Promise.all(step.map(({ sql }) => client.command({ query: sql })));
    } catch (error) {
      throw withRemedy(error, names);
    }
  }
  for (const name of standing.filter((one) => !views.some((view) => view.name === one)))
    await command(client, sql`drop view if exists ${raw(database)}.${raw(name)}`);
  if (isCurrent) return 0;
  // Last, so that a program that dies halfway starts again.
  await command(client, sql`alter database ${raw(database)} modify comment '${raw(comment)}'`);
  return views.length;
}

async function commentOf(client: ClickHouseClient, database: string): Promise<string | undefined> {
  const rows = await select(
    client,
    sql`select comment from system.databases where name = ${text(database)}`,
    z.object({ comment: z.string() }),
  );
  return rows[0]?.comment;
}

async function viewsIn(client: ClickHouseClient, database: string): Promise<string[]> {
  const rows = await select(
    client,
    sql`select name from system.tables where database = ${text(database)} and engine = 'View'`,
    z.object({ name: z.string() }),
  );
  return rows.map(({ name }) => name);
}

/** Nobody can sign in as this user. A user of a file needs no right to be created; then it is there already. */
async function createDefiner(client: ClickHouseClient, names: BiNames): Promise<void> {
  if (await isThere(client, names.definer)) return;
  for (const query of definerStatements(names)) await client.command({ query });
}

/** Statements for an administrator, where the migrations may not run them. */
function definerStatements(names: BiNames): string[] {
  const { database, bi, definer, cluster } = names;
  return [
    `create user if not exists ${definer} identified with no_password host none`,
    `grant select on ${database}.* to ${definer}`,
    `grant select on ${bi}.* to ${definer}`,
    ...(cluster === undefined
      ? []
      : [`grant select on ${databaseOfShard(names)}.* to ${definer}`, `${remoteRights} to ${definer}`]),
  ];
}

/** To read other shards. */
export const remoteRights = 'grant remote, create temporary table on *.*';

/** ClickHouse refuses a view whose definer does not exist, even if users cannot be listed. */
async function isThere(client: ClickHouseClient, user: string): Promise<boolean> {
  try {
    await client.command({ query: `show create user ${user}` });
    return true;
  } catch (error) {
    // A user who may not show users may not create them either: creating the views then fails.
    return error instanceof ClickHouseError && error.code === '497';
  }
}

function withRemedy(error: unknown, names: BiNames): unknown {
  if (!(error instanceof ClickHouseError) || !lacksRight.has(error.code)) return error;
  const owner = '<the user of CLICKHOUSE_USER>';
  const statements = [
    ...definerStatements(names),
    `grant set definer on ${names.definer} to ${owner}`,
    ...(names.cluster === undefined ? [] : [`${remoteRights} to ${owner}`]),
  ];
  return new BiViewsError(
    `The views for BI tools are missing, because ClickHouse refuses to create them (${error.message.split('\n')[0]}). ` +
      'Let an administrator run the following once, and start again; or set CLICKHOUSE_BI_DATABASE=none. ' +
      `${statements.join('; ')};`,
  );
}
