import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../../harness/free-port.ts';

/** A ClickHouse of a test's own, in a process of its own, always at the same port. */
export interface OwnClickHouse {
  port: number;
  /** With user and password in it, as one who comes through another port sees it. */
  urlOf(user: 'reader' | 'writer', port?: number): string;
  /** SIGKILL; its keeper starts it again at once. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Ends it; it stays away until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** @param given a folder to keep its data in, such as a small file system; otherwise one that is removed in the end */
export async function startOwnClickHouse(given?: string): Promise<OwnClickHouse> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'tallyhouse-faults-')));
  const port = await freePort();
  const open = () =>
    startEmbeddedClickHouse({
      folder,
      port,
      limits: { memoryBytes: 2 * 1024 ** 3 },
      program: 'dist/clickhouse-server.js',
      logger: createLogger('clickhouse', 'silent'),
    });
  let server: EmbeddedClickHouse | undefined = await open();
  const { passwords } = server;
  return {
    port,
    urlOf: (user, at = port) => `http://${user}:${passwords[user]}@127.0.0.1:${at}`,
    async kill() {
      const pid = server?.pid();
      if (pid === undefined) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Its keeper has not noticed yet that it died the last time.
      }
      while (server?.pid() === pid) await sleep(10);
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async start() {
      server ??= await open();
    },
    async remove() {
      await server?.stop();
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
