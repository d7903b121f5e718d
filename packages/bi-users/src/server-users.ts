/** The BI users of a ClickHouse server, or of all shards, managed by SQL if CLICKHOUSE_USER has the right. */
import { ClickHouseError } from '@clickhouse/client';
import {
  type BiNames,
  type Connection,
  connectionOf,
  createClickHouse,
  isUnreachable,
  makePassword,
  noResponse,
  passwordHash,
  type Shard,
  shardsOf,
} from '@tallyhouse/clickhouse';
import { everyServer, type OneServer, refuseOthers, refuseShard } from '@tallyhouse/cluster';
import { viewNames } from '@tallyhouse/schema';
import { ArgumentError, atEnd, type Logger, messageOf } from '@tallyhouse/service';
import { compareUsers } from './compare-users.ts';
import type { BiUsersConfig } from './config.ts';
import { checkPersonal, checkSites } from './known-sites.ts';
import { deniedOr, hasUser, isTaken, ownUsers, policiesOf, run, settingsOf } from './one-server.ts';
import { addStatements, passwordStatement, removeStatements, type SaltedHash } from './statements.ts';
import type { BiUserDeps, BiUserStore, Done } from './store.ts';

const unknownDatabase = '81';

export function serverUsers(config: BiUsersConfig, names: BiNames, { logger }: BiUserDeps): BiUserStore {
  const databases = viewNames(names);
  const shards = shardsOf(config);
  const urls =
    shards.length > 0 ? shards.map(({ connections }) => connections[0].url) : [`${config.CLICKHOUSE_URL}`];

  async function withServers<Result>(use: (servers: Servers) => Promise<Result>): Promise<Result> {
    const servers = await openServers(config, shards, logger);
    await using _clients = atEnd(() => Promise.all(servers.map(({ client }) => client.close())));
    return await use(servers);
  }

  return {
    place: urls.map((url) => new URL(url).host).join(', '),
    address: urls.map((url) => new URL(url).origin).join(' or '),
    add: (user, password) =>
      withServers(async (servers) => {
        const [{ client: first }] = servers;
        checkPersonal(user, names);
        await checkSites(user, first, names, config);
        const before = await lookForAdd(user.name, servers, names);
        const hash = hashed(password);
        return onEach(servers, async (server) => {
          const { client } = server;
          const others = (await ownUsers(client, names).catch(deniedOr([]))).filter(
            ({ name }) => name !== user.name,
          );
          const sql = addStatements(user, hash, names, databases, await settingsOf(client), others);
          if (before.has(server)) {
            const policies = await policiesOf(client, user.name);
            return run(client, [...removeStatements(user.name, policies), ...sql]);
          }
          // Replicas may keep their users in one place.
          const isShared = server !== servers[0] && (await hasUser(client, user.name, names));
          return isShared ? undefined : run(client, sql);
        });
      }),
    list: () =>
      withServers(async (servers) =>
        compareUsers(
          await Promise.all(
            servers.map(async ({ name, client }) => ({ server: name, users: await ownUsers(client, names) })),
          ),
        ),
      ),
    password: (name, password) =>
      withServers(async (servers) => {
        const lacking = await lackingOwn(servers, name, names);
        if (lacking.length > 0) {
          throw new ArgumentError(`The BI user ${name} is missing on ${lacking.join(', ')}: add it again.`);
        }
        const statement = passwordStatement(name, hashed(password));
        return onEach(servers, ({ client }) => run(client, [statement]));
      }),
    remove: (name) =>
      withServers(async (servers) => {
        const policies = new Map<UserServer, string[]>();
        for (const server of servers) {
          policies.set(server, await policiesOf(server.client, name).catch(deniedOr([])));
        }
        // An interrupted removal leaves only policies.
        const isRest = [...policies.values()].some((left) => left.length > 0);
        if (!isRest) await lackingOwn(servers, name, names);
        const all = databases.flatMap(({ database, views }) => views.map((view) => `${database}.${view}`));
        return onEach(servers, (server) =>
          run(server.client, removeStatements(name, policies.get(server) ?? []), removeStatements(name, all)),
        );
      }),
  };
}

/** A server whose users are changed. The name is for messages. */
type UserServer = Pick<OneServer, 'name' | 'client'>;
type Servers = readonly [UserServer, ...UserServer[]];

/** The server of CLICKHOUSE_URL, or those of all shards, which must all be reachable. */
async function openServers(
  config: BiUsersConfig,
  shards: readonly Shard[],
  logger: Logger,
): Promise<Servers> {
  if (shards.length > 0) await refuseOthers(shards, { partitions: undefined }, 'BI users need', logger);
  const [first, ...others] = everyServer(shards, logger, 'default');
  if (first !== undefined) return [first, ...others];
  const connection = connectionOf({ ...config, CLICKHOUSE_URL: config.CLICKHOUSE_URL ?? '' });
  await refuseOneShard(connection, logger);
  const client = createClickHouse({ ...connection, database: 'default' }, logger);
  return [{ name: new URL(connection.url).host, client }];
}

/** The user would be on only one shard. */
async function refuseOneShard(connection: Connection, logger: Logger): Promise<void> {
  await using client = createClickHouse(connection, logger);
  try {
    await refuseShard(client);
  } catch (error) {
    if (isUnreachable(error)) throw noResponse(connection, error);
    if (!(error instanceof ClickHouseError && error.code === unknownDatabase)) throw error;
  }
}

/** Runs work on each server, one after the other. An error names the finished servers: the same command continues from there. */
async function onEach(
  servers: readonly UserServer[],
  act: (server: UserServer) => Promise<Done>,
): Promise<Done> {
  if (servers.length === 1) return servers[0] && act(servers[0]);
  const changed: string[] = [];
  for (const server of servers) {
    const so = changed.length === 0 ? '' : ` It is done on ${changed.join(', ')}.`;
    const done = await act(server).catch((error: unknown) => {
      const reason = messageOf(error);
      throw new Error(`${server.name}: ${reason}.${so} Run the command again when this is remedied.`, {
        cause: error,
      });
    });
    if (done !== undefined) {
      return {
        ...done,
        reason: `${server.name}: ${done.reason}${so}`,
        also: ', on this and each other shard',
      };
    }
    changed.push(server.name);
  }
  return undefined;
}

/**
 * Looks for a user to be added.
 * @returns the servers that already have it, from an interrupted command
 * @throws ArgumentError when all have it, or one has another user of this name
 */
async function lookForAdd(
  name: string,
  servers: readonly UserServer[],
  names: BiNames,
): Promise<ReadonlySet<UserServer>> {
  const found = new Set<UserServer>();
  for (const server of servers) {
    if (await hasUser(server.client, name, names)) found.add(server);
    else if (await isTaken(server.client, name)) throw taken(server.name, name);
  }
  if (found.size < servers.length) return found;
  throw new ArgumentError(
    `There is a BI user ${name} already. Give it another password (tallyhouse bi-user password ${name}), or remove it first. ` +
      `One that an interrupted add left is without rights; tallyhouse bi-user remove ${name} removes it.`,
  );
}

const taken = (server: string, name: string) =>
  new ArgumentError(`${server} has a user ${name} already, for another purpose: choose another name.`);

/**
 * Looks for a user of these views. If the account cannot list users, the change itself reports that.
 * @returns the servers that lack it
 * @throws ArgumentError when none has it
 */
async function lackingOwn(servers: readonly UserServer[], name: string, names: BiNames): Promise<string[]> {
  const lacking: string[] = [];
  const others = new Set<string>();
  for (const server of servers) {
    const users = await ownUsers(server.client, names).catch(deniedOr(undefined));
    if (users === undefined || users.some((user) => user.name === name)) continue;
    lacking.push(server.name);
    for (const user of users) others.add(user.name);
  }
  if (lacking.length < servers.length) return lacking;
  const there = others.size === 0 ? 'none' : [...others].join(', ');
  throw new ArgumentError(`There is no BI user ${name} of the views in ${names.bi}. There are: ${there}.`);
}

function hashed(password: string): SaltedHash {
  const salt = makePassword();
  return { hash: passwordHash(password, salt), salt };
}
