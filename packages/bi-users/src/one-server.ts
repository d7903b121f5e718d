import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type BiNames, type BiUser, select } from '@tallyhouse/clickhouse';
import { sql, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { markOf, policyOf, type ServerSettings } from './statements.ts';
import type { Done } from './store.ts';

/** ACCESS_DENIED, ACCESS_STORAGE_READONLY, and no storage that users can be written to. */
const lacksRight = new Set(['497', '495', '514']);

/** Runs statements one after the other. @param forAdministrator the text to print instead when the right to the first is missing */
export async function run(
  client: ClickHouseClient,
  sql: readonly string[],
  forAdministrator: readonly string[] = sql,
): Promise<Done> {
  for (const [index, query] of sql.entries()) {
    try {
      await client.command({ query });
    } catch (error) {
      if (!(error instanceof ClickHouseError) || !lacksRight.has(error.code)) throw error;
      const refusal = `ClickHouse refuses: ${error.message.split('\n')[0]}`;
      return index === 0
        ? { reason: `${refusal}\nNothing was changed.`, sql: [...forAdministrator] }
        : { reason: `${refusal}\nOnly a part is done, and gives no rights.`, sql: sql.slice(index) };
    }
  }
  return undefined;
}

const settingRow = z.object({ user_name: z.string(), setting_name: z.string(), value: z.string() });

const named = z.object({ name: z.string() });

export async function settingsOf(client: ClickHouseClient): Promise<ServerSettings> {
  const rows = await select(
    client,
    sql`select name, value from system.settings`,
    named.extend({ value: z.string() }),
  );
  // Such as `auto(8)`.
  const threads = rows.find(({ name }) => name === 'max_threads')?.value.match(/\d+/)?.[0];
  return { known: new Set(rows.map(({ name }) => name)), cores: Number(threads ?? 1) };
}

/** A user, and whether an earlier version made it, whose errors show rows of other sites. */
export interface OwnUser extends BiUser {
  isUnguarded: boolean;
}

/** The users with the mark of these views. @throws an Error that names the missing right */
export async function ownUsers(client: ClickHouseClient, names: BiNames): Promise<OwnUser[]> {
  const rows = await select(
    client,
    sql`select ifNull(user_name, '') as user_name, ifNull(setting_name, '') as setting_name, ifNull(value, '') as value
    from system.settings_profile_elements
    where user_name in (
      select user_name from system.settings_profile_elements where setting_name = 'log_comment' and value in ${texts([markOf(names), `'${markOf(names)}'`])}
    )
    order by user_name`,
    settingRow,
  );
  const users = [...new Set(rows.map(({ user_name }) => user_name))];
  return Promise.all(
    users.map(async (name) => {
      const find = (setting: string) =>
        rows.find((row) => row.user_name === name && row.setting_name === setting);
      const numberOf = (setting: string) => Number(find(setting)?.value ?? 0);
      const sites = await sitesOf(client, name, names);
      const grants = await grantsOf(client, name);
      return {
        name,
        sites,
        isUnguarded: find('parallel_replicas_custom_key') === undefined,
        personal: grants.some(({ database }) => database === `${names.bi}_personal`),
        write: grants.find(({ access_type }) => access_type === 'INSERT')?.database,
        maxSeconds: numberOf('max_execution_time'),
        maxMemoryMb: numberOf('max_memory_usage') / 1_000_000,
      };
    }),
  );
}

async function sitesOf(
  client: ClickHouseClient,
  name: string,
  { bi }: BiNames,
): Promise<string[] | undefined> {
  const [row] = await select(
    client,
    sql`select ifNull(select_filter, '') as filter from system.row_policies
    where short_name = ${text(policyOf(name))} and database = ${text(bi)} limit 1`,
    z.object({ filter: z.string() }),
  );
  return row && [...row.filter.matchAll(/'([^']*)'/g)].map(([, site = '']) => site);
}

const grantsOf = (client: ClickHouseClient, name: string) =>
  select(
    client,
    sql`select ifNull(database, '') as database, access_type from system.grants where user_name = ${text(name)}`,
    z.object({ database: z.string(), access_type: z.string() }),
  );

/** The views that a user's policies cover. */
export async function policiesOf(client: ClickHouseClient, name: string): Promise<string[]> {
  const rows = await select(
    client,
    sql`select database, table from system.row_policies where short_name = ${text(policyOf(name))}`,
    z.object({ database: z.string(), table: z.string() }),
  );
  return rows.map(({ database, table }) => `${database}.${table}`);
}

/** Whether the BI user exists, as far as it is visible. */
export const hasUser = async (client: ClickHouseClient, name: string, names: BiNames): Promise<boolean> =>
  (await ownUsers(client, names).catch(deniedOr([]))).some((user) => user.name === name);

/** Whether any user of this name exists, as far as it is visible. */
export async function isTaken(client: ClickHouseClient, name: string): Promise<boolean> {
  const found = select(client, sql`select name from system.users where name = ${text(name)}`, named);
  return (await found.catch(deniedOr([]))).length > 0;
}

/** Gives a value instead of an error about a missing right. */
export const deniedOr =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof ClickHouseError && error.code === '497') return value;
    throw error;
  };
