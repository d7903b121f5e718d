import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { startIn } from '../../clickhouse/own-server.ts';
import { freePort } from '../../harness/free-port.ts';
import { folderOfFile } from '../../harness/temporary-folder.ts';

/**
 * Starts a ClickHouse server of a test's own, in a process of its own, always at the same port.
 * @param folder where to keep its data, such as a small file system
 */
export async function startOwnClickHouse(folder = folderOfFile()()) {
  const port = await freePort();
  const open = () => startIn(folder, { database: 'test_*', port });
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
  };
}

export type OwnClickHouse = Awaited<ReturnType<typeof startOwnClickHouse>>;
