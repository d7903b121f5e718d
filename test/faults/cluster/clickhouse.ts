import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../../harness/free-port.ts';

/** A ClickHouse server of a test's own, in a process of its own, always at the same port. */
export interface OwnClickHouse {
  /** Its address, with user and password in it. */
  urlOf(user: 'reader' | 'writer'): string;
  /** Ends it for good. */
  leave(database: string): Promise<void>;
  /** SIGKILL; its keeper starts it again at once. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Its process stops and goes on, with all connections open. */
  freeze(): void;
  thaw(): void;
  /** Ends it; it stays away until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const logger = createLogger('clickhouse', 'silent');

/** @param given a folder to keep its data in, such as a small file system; otherwise one that is removed in the end */
export async function startOwnClickHouse(given?: string): Promise<OwnClickHouse> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'tallyhouse-faults-')));
  const port = await freePort();
  const open = () =>
    startEmbeddedClickHouse({
      folder,
      port,
      limits: { memoryBytes: 2 * 1024 ** 3 },
      reader: { database: 'test_*', seconds: 3600, memoryBytes: 4_000_000_000 },
      program: 'dist/clickhouse-server.js',
      logger,
    });
  let server: EmbeddedClickHouse | undefined = await open();
  const { passwords } = server;
  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid();
    if (pid !== undefined) process.kill(pid, name);
  };
  return {
    urlOf: (user) => `http://${user}:${passwords[user]}@127.0.0.1:${port}`,
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
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async start() {
      server ??= await open();
    },
    async leave() {
      await server?.stop();
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
