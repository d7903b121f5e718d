import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../../harness/free-port.ts';

const logger = createLogger('clickhouse', 'silent');

/**
 * Starts a ClickHouse server of a test's own, in a process of its own, always at the same port.
 * @param given a folder to keep its data in, such as a small file system; otherwise one that is removed in the end
 */
export async function startOwnClickHouse(given?: string) {
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
    /** Its address, with user and password in it. */
    urlOf: (user: 'reader' | 'writer') => `http://${user}:${passwords[user]}@127.0.0.1:${port}`,
    /** SIGKILL; its keeper starts it again at once. Resolves when the process is gone. */
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
    /** Its process stops and goes on, with all connections open. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** Ends it; it stays away until `start`. */
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async start() {
      server ??= await open();
    },
    /** Ends it for good. */
    async remove() {
      await server?.stop();
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OwnClickHouse = Awaited<ReturnType<typeof startOwnClickHouse>>;
