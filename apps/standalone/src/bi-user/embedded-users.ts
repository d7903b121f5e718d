/**
 * The BI users of the embedded ClickHouse: in a file of its folder. A running service reads the file again and starts its
 * ClickHouse with the new users, which this waits for.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type BiNames,
  type BiUser,
  biUsersFile,
  type Connection,
  changeBiUsers,
  createClickHouse,
  DataFolderInUseError,
  makePassword,
  passwordHash,
  readBiUsers,
  type StoredBiUser,
  select,
} from '@tallyhouse/clickhouse';
import { ArgumentError } from '@tallyhouse/service';
import { z } from 'zod';
import type { StandaloneConfig } from '../config.ts';
import { connectOrStart } from '../database.ts';
import { answers, runningServer, serverNotFound } from '../running-server.ts';
import { checkExists } from './known-sites.ts';
import type { BiUserDeps, BiUserStore } from './store.ts';

/** How long a running service may take to know a change. */
const takenMs = 30_000;

export function embeddedUsers(config: StandaloneConfig, names: BiNames, deps: BiUserDeps): BiUserStore {
  const folder = join(config.DATA_DIR, 'clickhouse');
  const file = biUsersFile(folder);
  const address = `http://127.0.0.1:${config.CLICKHOUSE_HTTP_PORT}`;

  const hashed = (password: string) => {
    const salt = makePassword();
    return { passwordSha256: passwordHash(password, salt), salt };
  };
  /** Waits until the service has a change, if it runs. */
  const taken = async (isTaken: (connection: Connection) => Promise<boolean>) => {
    const running = await runningServer(config, deps.logger);
    if (running === undefined) return undefined;
    for (const deadline = Date.now() + takenMs; !(await isTaken(running)); await sleep(100)) {
      if (Date.now() > deadline) {
        throw new Error(
          `The change is in ${file}, but the running service does not know it after ${takenMs / 1000} s: see its log.`,
        );
      }
    }
    return undefined;
  };
  const signsIn = (user: string, password: string) => (connection: Connection) =>
    answers({ url: connection.url, user, password }, deps.logger);

  return {
    place: file,
    address,
    async add(user, password) {
      await requireFolder(folder, config);
      await withServer(config, deps, user, (client) => checkExists(user, client, names, config));
      await changeBiUsers(file, (users) => {
        if (users.some(({ name }) => name === user.name))
          throw new ArgumentError(
            `There is a BI user ${user.name} already. Remove it first, or give it another password.`,
          );
        return [...users, { ...user, ...hashed(password) }];
      });
      return taken(signsIn(user.name, password));
    },
    async list() {
      return (await readBiUsers(file)).map((user) => ({ ...user, missingOn: [], differsOn: [] }));
    },
    async password(name, password) {
      await changeBiUsers(file, (users) => {
        requireUser(users, name, file);
        return users.map((user) => (user.name === name ? { ...user, ...hashed(password) } : user));
      });
      return taken(signsIn(name, password));
    },
    async remove(name) {
      await changeBiUsers(file, (users) => {
        requireUser(users, name, file);
        return users.filter((user) => user.name !== name);
      });
      return taken(async (connection) => (await userNames(connection, deps))?.includes(name) === false);
    },
  };
}

function requireUser(users: readonly StoredBiUser[], name: string, file: string): void {
  if (users.some((user) => user.name === name)) return;
  const there = users.length === 0 ? 'none' : users.map((user) => user.name).join(', ');
  throw new ArgumentError(`There is no BI user ${name} in ${file}. There are: ${there}.`);
}

async function requireFolder(folder: string, { DATA_DIR }: StandaloneConfig): Promise<void> {
  const there = await stat(folder).catch(() => undefined);
  if (there?.isDirectory()) return;
  throw new Error(
    `There is no embedded ClickHouse in ${DATA_DIR}. Run tallyhouse start once, set DATA_DIR to its folder, or set CLICKHOUSE_URL.`,
  );
}

/** Gives a client of the server, which is started for it when none runs, if there is something to ask. */
async function withServer(
  config: StandaloneConfig,
  deps: BiUserDeps,
  { sites }: BiUser,
  use: (client: ClickHouseClient) => Promise<void>,
): Promise<void> {
  const running = await runningServer(config, deps.logger);
  const started =
    running === undefined && sites !== undefined
      ? await connectOrStart(
          { ...config, CLICKHOUSE_HTTP_PORT: 0 },
          deps.clickHouseProgram,
          deps.logger,
        ).catch((error: unknown) => {
          if (!(error instanceof DataFolderInUseError)) throw error;
          throw serverNotFound(config);
        })
      : undefined;
  const connection = running ?? started?.as('writer') ?? { url: 'http://127.0.0.1:1' };
  const client = createClickHouse({ ...connection, database: 'default' }, deps.logger);
  try {
    await use(client);
  } finally {
    await client.close();
    await started?.stop();
  }
}

/** The users that the server knows; undefined while it is being started again. */
async function userNames(connection: Connection, { logger }: BiUserDeps): Promise<string[] | undefined> {
  const client = createClickHouse({ ...connection, database: 'default' }, logger);
  try {
    const rows = await select(client, 'select name from system.users', z.object({ name: z.string() }));
    return rows.map(({ name }) => name);
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}
