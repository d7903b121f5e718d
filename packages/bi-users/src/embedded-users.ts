/**
 * The accounts for BI tools of the embedded ClickHouse, one that reads and one that writes: in a file of its folder. A running service reads
 * the file again and starts its ClickHouse with the accounts, which this waits for.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answers,
  type BiNames,
  type BiUser,
  biUsersFile,
  type Connection,
  changeBiUsers,
  createClickHouse,
  makePassword,
  passwordHash,
  readBiUsers,
  runningServer,
  type StoredBiUser,
  select,
} from '@tallyhouse/clickhouse';
import { ArgumentError } from '@tallyhouse/service';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { BiUsersConfig } from './config.ts';
import { checkPersonal } from './known-sites.ts';
import type { BiUserDeps, BiUserStore } from './store.ts';

/** How long a running service may take to notice a change. */
const takenMs = 30_000;

export function embeddedUsers(config: BiUsersConfig, names: BiNames, deps: BiUserDeps): BiUserStore {
  const folder = join(config.DATA_DIR, 'clickhouse');
  const file = biUsersFile(folder);
  const address = `http://127.0.0.1:${config.CLICKHOUSE_HTTP_PORT}`;

  const hashed = (password: string) => {
    const salt = makePassword();
    return { passwordSha256: passwordHash(password, salt), salt };
  };
  /** Changes the file, and waits until a running service has the change. @returns whether one runs; it restarts its ClickHouse at once */
  const change = async (
    edit: (users: StoredBiUser[]) => StoredBiUser[],
    isTaken: (connection: Connection) => Promise<boolean>,
  ): Promise<boolean> => {
    const running = await runningServer(config, deps.logger);
    await changeBiUsers(file, edit);
    if (running === undefined) return false;
    for (const deadline = Date.now() + takenMs; !(await isTaken(running)); await sleep(100)) {
      if (Date.now() > deadline) {
        throw new Error(
          `The change is in ${file}, but the running service does not know it after ${takenMs / 1000} s: see its log.`,
        );
      }
    }
    return true;
  };
  const signsIn = (user: string, password: string) => (connection: Connection) =>
    answers({ url: connection.url, user, password }, deps.logger);

  /** A user creates its database itself: without a service, at a tool's first statement. */
  const makeDatabase = async (user: string, password: string, name: string): Promise<void> => {
    await using client = createClickHouse({ url: address, user, password, database: 'default' }, deps.logger);
    await client.command({ query: `create database if not exists ${name}` });
  };

  return {
    place: file,
    address,
    async add(user, password) {
      refuseSites(user);
      await requireFolder(folder, config);
      checkPersonal(user, names);
      const added = (users: StoredBiUser[]) => {
        refuseSecond(user, users);
        return [...users, { ...user, ...hashed(password) }];
      };
      const runs = await change(added, signsIn(user.name, password));
      if (runs && user.write !== undefined) await makeDatabase(user.name, password, user.write);
      return undefined;
    },
    async list() {
      const users = await readBiUsers(file);
      return users.map((user) => ({
        ...user,
        missingOn: [],
        differsOn: [],
        isShutOut: user.sites !== undefined,
      }));
    },
    async password(name, password) {
      const changed = (users: StoredBiUser[]) => {
        refuseSites(requireUser(users, name, file));
        return users.map((user) => (user.name === name ? { ...user, ...hashed(password) } : user));
      };
      await change(changed, signsIn(name, password));
      return undefined;
    },
    async remove(name) {
      const removed = (users: StoredBiUser[]) => {
        requireUser(users, name, file);
        return users.filter((user) => user.name !== name);
      };
      const isGone = async (connection: Connection) =>
        (await userNames(connection, deps))?.includes(name) === false;
      await change(removed, isGone);
      return undefined;
    },
  };
}

/** SQL of a user would read the files of the service, regardless of its rights. */
function refuseSites({ sites }: BiUser): void {
  if (sites === undefined) return;
  throw new ArgumentError(
    'BI users of some sites need a ClickHouse server of your own (CLICKHOUSE_URL): any user of the embedded one can ' +
      'read and overwrite the files of the service, including those of other sites.',
  );
}

/** There is one account that reads, and one that writes. An earlier version's user of some sites does not count. */
function refuseSecond(user: BiUser, users: readonly StoredBiUser[]): void {
  const found = users.find(
    ({ name, sites, write }) =>
      name === user.name || (sites === undefined && (write === undefined) === (user.write === undefined)),
  );
  if (found === undefined) return;
  throw new ArgumentError(
    found.name === user.name
      ? `There is a BI user ${user.name} already. Give it another password (tallyhouse bi-user password ${user.name}), or remove it first.`
      : `The embedded ClickHouse has one account for BI tools that ${user.write === undefined ? 'reads' : 'writes'}, and that is ${found.name}: remove it first, or use a ClickHouse server ` +
          'of your own (CLICKHOUSE_URL).',
  );
}

function requireUser(users: readonly StoredBiUser[], name: string, file: string): StoredBiUser {
  const found = users.find((user) => user.name === name);
  if (found !== undefined) return found;
  const there = users.length === 0 ? 'none' : users.map((user) => user.name).join(', ');
  throw new ArgumentError(`There is no BI user ${name} in ${file}. There are: ${there}.`);
}

async function requireFolder(folder: string, { DATA_DIR }: BiUsersConfig): Promise<void> {
  const there = await stat(folder).catch(() => undefined);
  if (there?.isDirectory()) return;
  throw new Error(
    `There is no embedded ClickHouse in ${DATA_DIR}. Run tallyhouse start once, set DATA_DIR to its folder, or set CLICKHOUSE_URL.`,
  );
}

/** The users of the server; undefined while it restarts. */
async function userNames(connection: Connection, { logger }: BiUserDeps): Promise<string[] | undefined> {
  await using client = createClickHouse({ ...connection, database: 'default' }, logger);
  try {
    const rows = await select(client, sql`select name from system.users`, z.object({ name: z.string() }));
    return rows.map(({ name }) => name);
  } catch {
    return undefined;
  }
}
