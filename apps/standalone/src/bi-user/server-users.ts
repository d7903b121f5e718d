/** The BI users of a ClickHouse server: made by SQL, where the user of CLICKHOUSE_USER may. */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import {
  addStatements,
  type BiNames,
  type BiUser,
  connectionOf,
  createClickHouse,
  makePassword,
  markOf,
  passwordHash,
  passwordStatement,
  policyOf,
  removeStatements,
  type SaltedHash,
  select,
  viewNames,
} from '@tallyhouse/clickhouse';
import { ArgumentError } from '@tallyhouse/service';
import { z } from 'zod';
import type { StandaloneConfig } from '../config.ts';
import { checkExists } from './known-sites.ts';
import type { BiUserDeps, BiUserStore, Done } from './store.ts';

/** ACCESS_DENIED, ACCESS_STORAGE_READONLY, and no storage that users can be written to. */
const lacksRight = new Set(['497', '495', '514']);
const accessEntityExists = '493';

export function serverUsers(
  config: StandaloneConfig & { CLICKHOUSE_URL: string },
  names: BiNames,
  { logger }: BiUserDeps,
): BiUserStore {
  const connection = connectionOf(config);
  const { origin, host } = new URL(connection.url);
  const databases = viewNames(names);

  async function withClient<Result>(use: (client: ClickHouseClient) => Promise<Result>): Promise<Result> {
    const client = createClickHouse({ ...connection, database: 'default' }, logger);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  return {
    place: host,
    address: origin,
    add: (user, password) =>
      withClient(async (client) => {
        await checkExists(user, client, names, config);
        const sql = addStatements(user, hashed(password), names, databases);
        return run(client, sql).catch((error: unknown) => {
          if (!(error instanceof ClickHouseError && error.code === accessEntityExists)) throw error;
          throw new ArgumentError(
            `ClickHouse has a user ${user.name} already: choose another name. One that an interrupted add left is ` +
              `without rights; tallyhouse bi-user remove ${user.name} removes it.`,
          );
        });
      }),
    list: () => withClient((client) => ownUsers(client, names)),
    password: (name, password) =>
      withClient(async (client) => {
        await requireOwn(client, name, names);
        return run(client, [passwordStatement(name, hashed(password))]);
      }),
    remove: (name) =>
      withClient(async (client) => {
        const policies = await policiesOf(client, name).catch(deniedOr([]));
        // Policies alone are what an interrupted remove left.
        if (policies.length === 0) await requireOwn(client, name, names);
        const all = databases.flatMap(({ database, views }) => views.map((view) => `${database}.${view}`));
        return run(client, removeStatements(name, policies), removeStatements(name, all));
      }),
  };
}

function hashed(password: string): SaltedHash {
  const salt = makePassword();
  return { hash: passwordHash(password, salt), salt };
}

/**
 * Runs statements one after the other.
 * @param forAdministrator what to show in their place where the right to the first is missing
 */
async function run(
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

/** The users with the mark of these views. @throws an Error that names the missing right */
async function ownUsers(client: ClickHouseClient, names: BiNames): Promise<BiUser[]> {
  const rows = await select(
    client,
    `select ifNull(user_name, '') as user_name, ifNull(setting_name, '') as setting_name, ifNull(value, '') as value
    from system.settings_profile_elements
    where user_name in (
      select user_name from system.settings_profile_elements where setting_name = 'log_comment' and value in ({mark:String}, {quoted:String})
    )
    order by user_name`,
    settingRow,
    { mark: markOf(names), quoted: `'${markOf(names)}'` },
  );
  const users = [...new Set(rows.map(({ user_name }) => user_name))];
  return Promise.all(
    users.map(async (name) => {
      const numberOf = (setting: string) =>
        Number(rows.find((row) => row.user_name === name && row.setting_name === setting)?.value ?? 0);
      return {
        name,
        sites: await sitesOf(client, name, names),
        personal: await isPersonal(client, name, names),
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
    `select ifNull(select_filter, '') as filter from system.row_policies
    where short_name = {policy:String} and database = {bi:String} limit 1`,
    z.object({ filter: z.string() }),
    { policy: policyOf(name), bi },
  );
  return row && [...row.filter.matchAll(/'([^']*)'/g)].map(([, site = '']) => site);
}

async function isPersonal(client: ClickHouseClient, name: string, { bi }: BiNames): Promise<boolean> {
  const rows = await select(
    client,
    "select distinct ifNull(database, '') as database from system.grants where user_name = {name:String}",
    z.object({ database: z.string() }),
    { name },
  );
  return rows.some(({ database }) => database === `${bi}_personal`);
}

/** The views on which a user's policies stand. */
async function policiesOf(client: ClickHouseClient, name: string): Promise<string[]> {
  const rows = await select(
    client,
    'select database, table from system.row_policies where short_name = {policy:String}',
    z.object({ database: z.string(), table: z.string() }),
    { policy: policyOf(name) },
  );
  return rows.map(({ database, table }) => `${database}.${table}`);
}

/** @throws ArgumentError for a user that is none of these views. Who may not see users is told at the change itself */
async function requireOwn(client: ClickHouseClient, name: string, names: BiNames): Promise<void> {
  const users = await ownUsers(client, names).catch(deniedOr(undefined));
  if (users === undefined || users.some((user) => user.name === name)) return;
  const there = users.length === 0 ? 'none' : users.map((user) => user.name).join(', ');
  throw new ArgumentError(`There is no BI user ${name} of the views in ${names.bi}. There are: ${there}.`);
}

/** Gives a value in place of an error about a missing right. */
const deniedOr =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof ClickHouseError && error.code === '497') return value;
    throw error;
  };
