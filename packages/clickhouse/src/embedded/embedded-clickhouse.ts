/**
 * Runs a real ClickHouse server in a child process (server-process.ts) and keeps it running.
 *
 * Durability: an acknowledged insert survives a kill -9 of the server or of this process, because its parts are
 * written by then. They are not synced by then: a power failure may lose the last seconds.
 */
import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '@tallyhouse/service';
import type { BiNames } from '../bi-names.ts';
import type { Address } from './address.ts';
import { makePassword, passwordHash } from './bi-user.ts';
import { ChildServer, startTimeoutMs } from './child-server.ts';
import {
  type Passwords,
  type ReaderRights,
  type ServerLimits,
  serverConfig,
  usersConfig,
} from './configuration.ts';
import type { Doors } from './doors.ts';
import { libraryPath } from './library.ts';
import type { NativeUser } from './native-proxy.ts';
import { keepPasswords } from './passwords.ts';
import { isSilent, patienceMs } from './silence.ts';
import { biUsersFile, readBiUsers, type StoredBiUser } from './users-file.ts';

export interface EmbeddedOptions {
  /** The server's data folder; created when missing. */
  folder: string;
  /** HTTP port on 127.0.0.1; 0 chooses a free one. */
  port: number;
  limits: ServerLimits;
  reader: ReaderRights;
  /** The views for BI tools, whose definer the server then has. The reader and the folder's BI account may read them. */
  bi?: BiNames | undefined;
  /** Port of the native protocol on 127.0.0.1; 0 chooses a free one. Unset: none. */
  tcpPort?: number | undefined;
  /** How long the server may take to answer a ping before it is taken for frozen and replaced, milliseconds. */
  patienceMs?: number | undefined;
  /** The bundled server-process program. */
  program: string;
  logger: Logger;
}

export interface EmbeddedClickHouse {
  /** For BI tools, curl and commands: only well-formed requests are passed on. */
  url: string;
  /**
   * For the service's own clients, whose requests are always well-formed: bypasses the proxy. It differs after each start
   * of the service, and stays the same when the server restarts.
   */
  insideUrl: string;
  /** Port of the native protocol on 127.0.0.1; undefined for none. */
  tcpPort: number | undefined;
  passwords: Passwords;
  /** The child's current process id; it changes at a restart. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Another process uses this data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/** A server whose parent was killed exits within this time; until then it holds its folder and port. */
const orphanGraceMs = 3_000;
const maxBackoffMs = 5_000;
/** How often to look for a change of the BI users. */
const usersPollMs = 1_000;
/** For queries that run when the users change. Reports wait for the server meanwhile, and it may be killed at any time. */
const renewGraceMs = 500;

/**
 * Starts the server and resolves once it responds. When it dies later, or does not answer any more, it is restarted on the same port; so it is when the BI
 * users change, whom it reads at its start alone.
 * @throws UnsupportedPlatformError, DataFolderInUseError, or an Error with the end of the server's error output
 */
export async function startEmbeddedClickHouse(options: EmbeddedOptions): Promise<EmbeddedClickHouse> {
  const { logger } = options;
  const library = libraryPath();
  // Absolute: the server resolves relative names against its data folder.
  const folder = resolve(options.folder);
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { recursive: true });
  const passwords = await keepPasswords(join(folder, 'passwords.json'));
  const usersFile = biUsersFile(folder);
  /** Those that the server has, or is about to have. */
  let users = await accountsIn(usersFile);
  for (const line of await shutOutIn(usersFile)) logger.warn(line);
  const innerPassword = makePassword();
  let port = options.port === 0 ? await freePort('127.0.0.1') : options.port;
  const tcpPort = options.tcpPort === 0 ? await freePort('127.0.0.1') : options.tcpPort;
  const inside = await insideAddress();
  const insideUrl = `http://${inside.host}:${inside.port}`;
  const insideTcpPort = tcpPort === undefined ? undefined : await freePort(inside.host);
  const doors = (): Doors => ({
    bi: {
      users: users.map(({ name, passwordSha256, salt }) => ({ name, passwordSha256, salt })),
      innerPassword,
    },
    native:
      tcpPort === undefined || insideTcpPort === undefined
        ? undefined
        : { tcpPort, insideTcpPort, users: nativeUsers(passwords) },
  });
  const doorsFile = join(folder, 'doors.json');
  const configure = async () => {
    await writeForOwner(doorsFile, JSON.stringify(doors()));
    return writeConfiguration(folder, passwords, { users, innerPassword }, options);
  };
  const configFile = await configure();

  let launchedAt = 0;
  const launch = () => {
    launchedAt = Date.now();
    return new ChildServer(options.program, [
      library,
      String(port),
      inside.host,
      String(inside.port),
      dataFolder,
      configFile,
      doorsFile,
    ]);
  };

  let server = launch();
  const comesUp = async () => {
    if (!(await server.answers(insideUrl))) return false;
    await removeQueryLogBefore(launchedAt, dataFolder);
    return true;
  };
  const deadline = Date.now() + orphanGraceMs;
  while (!(await comesUp())) {
    if (options.port === 0 && takenPort(server.stderrTail()) === port) {
      // By a connection of another program, since it was found to be free.
      port = await freePort('127.0.0.1');
      server = launch();
      continue;
    }
    if (!server.foundFolderLocked() && !server.foundPortTaken())
      throw new Error(startFailure(server.stderrTail()));
    if (Date.now() > deadline) {
      throw server.foundFolderLocked()
        ? await folderInUse(folder, dataFolder)
        : portTaken(server.stderrTail(), port);
    }
    await sleep(200);
    server = launch();
  }

  const url = `http://127.0.0.1:${port}`;
  let stopping = false;
  let renewing = false;
  const keepRunning = async () => {
    for (let backoffMs = 100; !stopping; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      const runningSince = Date.now();
      const over = new AbortController();
      void endWhenSilent(server, over.signal);
      const end = await server.ended;
      over.abort();
      if (stopping) return;
      if (Date.now() - runningSince > maxBackoffMs) backoffMs = 100;
      if (!renewing) {
        logger.error(
          { ...end, stderrTail: server.stderrTail() },
          'the embedded ClickHouse exited; restarting it',
        );
        await sleep(backoffMs);
      }
      await configureAgain();
      if (stopping) return;
      server = launch();
      renewing = false;
      if (await comesUp()) logger.info({ url }, 'the embedded ClickHouse is back');
    }
  };
  const endWhenSilent = async (frozen: ChildServer, signal: AbortSignal) => {
    if (!(await isSilent(insideUrl, options.patienceMs ?? patienceMs, signal))) return;
    logger.error({ url }, 'the embedded ClickHouse runs and does not answer; ending it');
    frozen.kill();
  };
  const configureAgain = async () => {
    try {
      users = await accountsIn(usersFile);
      await configure();
    } catch (err) {
      logger.error({ err }, 'the users of the embedded ClickHouse stay as they were');
    }
  };
  const renew = async () => {
    if (renewing || stopping) return;
    const found = await accountsIn(usersFile);
    if (stopping || isDeepStrictEqual(found, users)) return;
    logger.info({ users: found.length }, 'the BI users changed; starting the embedded ClickHouse again');
    renewing = true;
    await server.stop(renewGraceMs);
  };
  const supervision = keepRunning();
  const watching = watch(renew, logger);

  return {
    url,
    insideUrl,
    tcpPort,
    passwords,
    pid: () => server.child.pid,
    async stop() {
      stopping = true;
      clearInterval(watching);
      await server.stop();
      await supervision;
    },
  };
}

/**
 * Removes the query log of an earlier start. The server keeps `system` in memory: it no longer knows that log's table, and cannot
 * create a new one while the folder is there. Called once the server has the folder, which it locks.
 * @param launchedAt a log that is younger belongs to the server that runs; milliseconds since 1970
 */
async function removeQueryLogBefore(launchedAt: number, dataFolder: string): Promise<void> {
  const systemFolder = join(dataFolder, 'data', 'system');
  const found = await stat(systemFolder).catch(() => undefined);
  if (found && found.birthtimeMs < launchedAt) await rm(systemFolder, { recursive: true, force: true });
}

/** The accounts that the server lets in. An earlier version made others, who see some sites alone: that is no boundary here. */
const accountsIn = async (usersFile: string): Promise<StoredBiUser[]> =>
  (await readBiUsers(usersFile)).filter(({ sites }) => sites === undefined);

/** A line about the others, if there are any. */
async function shutOutIn(usersFile: string): Promise<string[]> {
  const names = (await readBiUsers(usersFile)).flatMap(({ name, sites }) => (sites ? [name] : []));
  if (names.length === 0) return [];
  return [
    `BI users of some sites are no longer let in, as they need a ClickHouse server of your own (CLICKHOUSE_URL): ${names.join(', ')}. ` +
      'tallyhouse bi-user remove <name> removes one.',
  ];
}

function nativeUsers(passwords: Passwords): NativeUser[] {
  return (['writer', 'reader'] as const).map((name) => ({
    name,
    passwordSha256: passwordHash(passwords[name]),
  }));
}

/** Looks for a change now and then. What is wrong with the file is logged once, until something else is. */
function watch(look: () => Promise<void>, logger: Logger): NodeJS.Timeout {
  let problem = '';
  return setInterval(() => {
    look().then(
      () => {
        problem = '';
      },
      (error: Error) => {
        if (error.message !== problem) logger.error(`${error.message} The users stay as they were.`);
        problem = error.message;
      },
    );
  }, usersPollMs).unref();
}

function startFailure(stderrTail: string): string {
  return `The embedded ClickHouse did not start: ${stderrTail || `no response within ${startTimeoutMs / 1000} s`}`;
}

/** The port that could not be listened at; undefined when that is not why the server ended. */
function takenPort(stderrTail: string): number | undefined {
  const [, port] = /EADDRINUSE.*:(\d+)$/m.exec(stderrTail) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** @param stderrTail names the address that is taken, at its end */
function portTaken(stderrTail: string, httpPort: number): Error {
  const port = takenPort(stderrTail) ?? httpPort;
  const remedy =
    port === httpPort
      ? 'set CLICKHOUSE_HTTP_PORT to a free one (0 chooses one)'
      : 'set CLICKHOUSE_TCP_PORT to a free one (0 chooses one)';
  return new Error(`Port ${port} is taken by another program: ${remedy}.`);
}

async function folderInUse(folder: string, dataFolder: string): Promise<DataFolderInUseError> {
  const status = await readFile(join(dataFolder, 'status'), 'utf8').catch(() => '');
  const holder = /PID: (\d+)/.exec(status)?.[1];
  return new DataFolderInUseError(
    `The data folder ${folder} is in use by another Tallyhouse${holder ? ` (its ClickHouse is process ${holder})` : ''}. ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
}

async function writeConfiguration(
  folder: string,
  passwords: Passwords,
  { users, innerPassword }: { users: readonly StoredBiUser[]; innerPassword: string },
  { limits, reader, bi }: EmbeddedOptions,
): Promise<string> {
  const usersFile = join(folder, 'users.xml');
  const configFile = join(folder, 'config.xml');
  await writeForOwner(usersFile, usersConfig(passwords, reader, bi, { users, innerPassword }));
  await writeFile(configFile, serverConfig(usersFile, join(folder, 'backups'), limits, users));
  return configFile;
}

async function writeForOwner(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await chmod(path, 0o600);
}

/** An address that other programs do not probe by accident: Linux has all of 127.0.0.0/8, other systems 127.0.0.1 alone. */
async function insideAddress(): Promise<Address> {
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  try {
    return { host, port: await freePort(host) };
  } catch {
    return { host: '127.0.0.1', port: await freePort('127.0.0.1') };
  }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
