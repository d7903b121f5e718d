/**
 * Runs a real ClickHouse server in a child process (server-process.ts) and keeps it running.
 *
 * Durability: an acknowledged insert survives a kill -9 of the server or of this process, because its parts are
 * written by then. They are not synced by then: a power failure may lose the last seconds.
 */
import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tallyhouse/service';
import type { BiNames } from '../../../../clickhouse/bi/index.ts';
import { ChildServer, startTimeoutMs } from './child-server.ts';
import {
  type Passwords,
  type ReaderRights,
  type ServerLimits,
  serverConfig,
  usersConfig,
} from './configuration.ts';
import { libraryPath } from './library.ts';
import { keepPasswords } from './passwords.ts';
import type { Address } from './proxy.ts';

export interface EmbeddedOptions {
  /** The server's data folder; created when missing. */
  folder: string;
  /** HTTP port on 127.0.0.1; 0 chooses a free one. */
  port: number;
  limits: ServerLimits;
  reader: ReaderRights;
  /** The views for BI tools, whose definer the server then has, and which the reader may read. */
  bi?: BiNames | undefined;
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

/**
 * Starts the server and resolves once it responds. When it dies later, it is restarted on the same port.
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
  const configFile = await writeConfiguration(folder, passwords, options);
  const port = options.port === 0 ? await freePort('127.0.0.1') : options.port;
  const url = `http://127.0.0.1:${port}`;
  const inside = await insideAddress();
  const insideUrl = `http://${inside.host}:${inside.port}`;

  const launch = () =>
    new ChildServer(options.program, [
      library,
      String(port),
      inside.host,
      String(inside.port),
      dataFolder,
      configFile,
    ]);

  let server = launch();
  const deadline = Date.now() + orphanGraceMs;
  while (!(await server.answers(insideUrl))) {
    if (!server.foundFolderLocked() && !server.foundPortTaken())
      throw new Error(startFailure(server.stderrTail()));
    if (Date.now() > deadline) {
      throw server.foundFolderLocked() ? await folderInUse(folder, dataFolder) : portTaken(port);
    }
    await sleep(200);
    server = launch();
  }

  let stopping = false;
  const keepRunning = async () => {
    for (let backoffMs = 100; !stopping; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      const runningSince = Date.now();
      const end = await server.ended;
      if (stopping) return;
      if (Date.now() - runningSince > maxBackoffMs) backoffMs = 100;
      logger.error(
        { ...end, stderrTail: server.stderrTail() },
        'the embedded ClickHouse exited; restarting it',
      );
      await sleep(backoffMs);
      if (stopping) return;
      server = launch();
      if (await server.answers(insideUrl)) logger.info({ url }, 'the embedded ClickHouse is back');
    }
  };
  const supervision = keepRunning();

  return {
    url,
    insideUrl,
    passwords,
    pid: () => server.child.pid,
    async stop() {
      stopping = true;
      await server.stop();
      await supervision;
    },
  };
}

function startFailure(stderrTail: string): string {
  return `The embedded ClickHouse did not start: ${stderrTail || `no response within ${startTimeoutMs / 1000} s`}`;
}

function portTaken(port: number): Error {
  return new Error(
    `Port ${port} is taken by another program: set CLICKHOUSE_HTTP_PORT to a free one (0 chooses one).`,
  );
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
  { limits, reader, bi }: EmbeddedOptions,
): Promise<string> {
  const usersFile = join(folder, 'users.xml');
  const configFile = join(folder, 'config.xml');
  await writeFile(usersFile, usersConfig(passwords, reader, bi), { mode: 0o600 });
  await chmod(usersFile, 0o600);
  await writeFile(configFile, serverConfig(usersFile, limits));
  return configFile;
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
