import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createEmbeddedLog, type LogReader } from '@tallyhouse/log';
import { logger } from '../../harness/quiet.ts';
import { prepareService } from '../../replay/npm-start.ts';
import { queryOf } from '../check/query.ts';
import { createApp } from './app.ts';
import { untilCommitted } from './cluster.ts';

/**
 * The service as `npm start` runs it: one process, the embedded log, and ClickHouse as its child.
 * @param given a folder to keep everything in; otherwise one that is removed in the end
 */
export async function startStandalone(given?: string) {
  const service = await prepareService({
    CLICKHOUSE_MEMORY_MB: '2048',
    LOG_LEVEL: 'warn',
    ...(given !== undefined && { DATA_DIR: given }),
  });
  const { env, ingestUrl, clickHouseUrl: url } = service;
  const command = [process.execPath, 'dist/standalone.js'];
  const app = createApp({ command, port: Number(new URL(ingestUrl).port), env });
  await app.start();
  const passwords = service.passwords();
  const as = (user: 'reader' | 'writer') =>
    createClickHouse({ url, user, password: passwords[user], database: 'tallyhouse' }, logger);
  const [client, reader] = [as('writer'), as('reader')];
  async function withReader<T>(use: (reader: LogReader) => Promise<T>): Promise<T> {
    const options = { folder: join(env.DATA_DIR, 'log'), partitions: 1, retainMs: 3_600_000, logger };
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
      const status = await readFile(join(env.DATA_DIR, 'clickhouse/data/status'), 'utf8');
      return Number(/PID: (\d+)/.exec(status)?.[1]);
    },
    output: () => app.output(),
    async stop() {
      // Gracefully: otherwise its ClickHouse would continue writing for a while.
      await app.end('SIGTERM');
      await Promise.all([client.close(), reader.close()]);
      await service.remove();
    },
  };
}
