import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createEmbeddedLog, type LogReader } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../../harness/free-port.ts';
import { queryOf } from '../check/query.ts';
import { createApp } from './app.ts';
import { key, untilCommitted } from './cluster.ts';

const quiet = createLogger('standalone', 'silent');

/**
 * The service as `npm start` runs it: one process, the embedded log, and ClickHouse as its child.
 * @param given a folder to keep everything in; otherwise one that is removed in the end
 */
export async function startStandalone(given?: string) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'tallyhouse-faults-')));
  const [query, port, clickhouse] = [await freePort(), await freePort(), await freePort()];
  const app = createApp({
    command: [process.execPath, 'dist/standalone.js'],
    port,
    env: {
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${port}`,
      CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
      CLICKHOUSE_MEMORY_MB: '2048',
      GEOIP_DB: 'off',
      // Tests fill small disks to see what happens on a full one, so the floor must not prevent it.
      DISK_FLOOR_MB: '0',
      LOG_LEVEL: 'warn',
    },
  });
  await app.start();
  const passwords = JSON.parse(await readFile(join(folder, 'clickhouse/passwords.json'), 'utf8'));
  const as = (user: 'reader' | 'writer') =>
    createClickHouse(
      { url: `http://127.0.0.1:${clickhouse}`, user, password: passwords[user], database: 'tallyhouse' },
      quiet,
    );
  const [client, reader] = [as('writer'), as('reader')];
  async function withReader<T>(use: (reader: LogReader) => Promise<T>): Promise<T> {
    const options = { folder: join(folder, 'log'), partitions: 1, retainMs: 3_600_000, logger: quiet };
    const log = createEmbeddedLog(options);
    try {
      return await use(log.reader('tallyhouse-clickhouse'));
    } finally {
      await log.close();
    }
  }
  return {
    app,
    clients: [client],
    startQuery: (now: number) => queryOf(reader, now),
    pingUrls: () => (app.running() ? [`${app.url}/api/ping`] : []),
    settled: () => withReader((position) => untilCommitted(() => position.lag())),
    /** Messages that wait in the log until they are stored. */
    waiting: () =>
      withReader(async (position) => {
        const [{ end, committed } = { end: 0n, committed: 0n }] = await position.lag();
        return Number(end - committed);
      }),
    /** The process of its ClickHouse now. */
    async clickhousePid() {
      const status = await readFile(join(folder, 'clickhouse/data/status'), 'utf8');
      return Number(/PID: (\d+)/.exec(status)?.[1]);
    },
    output: () => app.output(),
    async stop() {
      // Gracefully: otherwise its ClickHouse would continue writing for a while.
      await app.end('SIGTERM');
      await Promise.all([client.close(), reader.close()]);
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
