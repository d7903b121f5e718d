/**
 * Runs a real ClickHouse server in a child process (server-process.ts) and keeps it running.
 *
 * Durability: an acknowledged insert survives a kill -9 of the server or of this process, because its parts are
 * written by then. They are not synced by then: a power failure may lose the last seconds.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tallyhouse/service';
import type { BiNames } from '../bi-names.ts';
import { accountsIn, shutOutIn } from './bi-accounts.ts';
import { makePassword } from './bi-user.ts';
import { ChildServer } from './child-server.ts';
import type { Passwords, ReaderRights, ServerLimits } from './configuration.ts';
import { libraryPath } from './library.ts';
import { keepPasswords } from './passwords.ts';
import { type Address, freePort, insideAddress } from './ports.ts';
import { patienceMs } from './silence.ts';
import { folderInUse, portTaken, takenPort } from './start-failure.ts';
import { supervise } from './supervise.ts';
import { biUsersFile } from './users-file.ts';
import { writeConfiguration } from './write-configuration.ts';

export interface EmbeddedOptions {
  /** The server's data folder; created when missing. */
  folder: string;
  /** HTTP port on 127.0.0.1; 0 chooses a free one. */
  port: number;
  limits: ServerLimits;
  reader: ReaderRights;
  /** The views for BI tools, whose definer the server then has. The reader and the folder's BI account may read them. */
  bi?: BiNames | undefined;
  /** False for a command whose work a restart would end: changes of the BI users wait for the next start. */
  watchUsers?: boolean;
  /** Port of the native protocol on 127.0.0.1; 0 chooses a free one. Unset: none. */
  tcpPort?: number | undefined;
  /** How long the server may take to respond to a ping before it counts as frozen and is replaced, milliseconds. */
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
  tcpPort: number | undefined;
  passwords: Passwords;
  /** The child's current process id; it changes at a restart. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** A server whose parent was killed exits within this time; until then it holds its folder and port. */
const orphanGraceMs = 3_000;

/**
 * Starts the server and resolves once it responds. When it dies later, or no longer responds, it is restarted on the same port; also when
 * the BI users change, which it reads only at its start.
 * @throws UnsupportedPlatformError, DataFolderInUseError, or an Error with the end of the server's error output
 */
export async function startEmbeddedClickHouse(options: EmbeddedOptions): Promise<EmbeddedClickHouse> {
  const { logger, limits, reader, bi } = options;
  const library = libraryPath();
  // Absolute: the server resolves relative names against its data folder.
  const folder = resolve(options.folder);
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { recursive: true });
  const passwords = await keepPasswords(join(folder, 'passwords.json'));
  const usersFile = biUsersFile(folder);
  const users = await accountsIn(usersFile);
  for (const line of await shutOutIn(usersFile)) logger.warn(line);

  const httpPort = options.port === 0 ? await freePort('127.0.0.1') : options.port;
  const tcpPort = options.tcpPort === 0 ? await freePort('127.0.0.1') : options.tcpPort;
  const inside = await insideAddress();
  const native = tcpPort === undefined ? undefined : { tcpPort, insideTcpPort: await freePort(inside.host) };
  const configured = { folder, passwords, innerPassword: makePassword(), native, limits, reader, bi };
  const files = await writeConfiguration(configured, users);

  const place = { program: options.program, library, inside, folder, dataFolder, files, logger };
  const launcher = createLauncher(place, httpPort);
  const server = await firstServer(launcher, place, options.port === 0);
  const url = `http://127.0.0.1:${launcher.port()}`;
  const { insideUrl } = launcher;
  const supervised = supervise({
    server,
    users,
    usersFile,
    watchUsers: options.watchUsers ?? true,
    configure: (found) => writeConfiguration(configured, found),
    ...launcher,
    url,
    patienceMs: options.patienceMs ?? patienceMs,
    logger,
  });
  return { url, insideUrl, tcpPort, passwords, ...supervised };
}

/** What all starts of a server share. */
interface Place {
  program: string;
  library: string;
  inside: Address;
  folder: string;
  dataFolder: string;
  files: Awaited<ReturnType<typeof writeConfiguration>>;
  logger: Logger;
}

type Launcher = ReturnType<typeof createLauncher>;

/** Starts servers one after the other, in the same folder and on the same ports. */
function createLauncher({ program, library, inside, dataFolder, files, logger }: Place, httpPort: number) {
  const insideUrl = `http://${inside.host}:${inside.port}`;
  let port = httpPort;
  let launchedAt = 0;
  return {
    insideUrl,
    port: () => port,
    /** Chooses another port for the next server. */
    async moveOn() {
      port = await freePort('127.0.0.1');
    },
    launch() {
      launchedAt = Date.now();
      const addresses = [String(port), inside.host, String(inside.port)];
      return new ChildServer(program, [library, ...addresses, dataFolder, files.configFile, files.doorsFile]);
    },
    /** Waits until a server responds. @returns false when it ended */
    async comesUp(server: ChildServer): Promise<boolean> {
      if (!(await server.answers(insideUrl))) return false;
      const failed = (err: unknown) => logger.warn({ err }, 'an old query log could not be removed');
      await removeQueryLogBefore(launchedAt, dataFolder).catch(failed);
      return true;
    },
  };
}

/** Starts the first server. An orphan of an earlier process may still have its folder and port for a moment. */
async function firstServer(
  launcher: Launcher,
  { folder, dataFolder }: Place,
  anyPort: boolean,
): Promise<ChildServer> {
  let server = launcher.launch();
  const deadline = Date.now() + orphanGraceMs;
  while (!(await launcher.comesUp(server))) {
    const tail = server.stderrTail();
    if (anyPort && takenPort(tail) === launcher.port()) {
      // Another program's connection has taken the port since it was found free.
      await launcher.moveOn();
      server = launcher.launch();
      continue;
    }
    const isLocked = server.foundFolderLocked();
    if (!isLocked && !server.foundPortTaken())
      throw new Error(`The embedded ClickHouse did not start: ${await server.failure()}`);
    if (Date.now() > deadline)
      throw isLocked ? await folderInUse(folder, dataFolder) : portTaken(tail, launcher.port());
    await sleep(200);
    server = launcher.launch();
  }
  return server;
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
