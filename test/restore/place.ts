import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { singleServer } from '@tallyhouse/cluster';
import { consumerGroup, createEmbeddedLog, type Log } from '@tallyhouse/log';
import type { PingRow } from '@tallyhouse/ping';
import { startQuery } from '@tallyhouse/query';
import { dashboardFolder, now, queryConfig } from '../api/query-service.ts';
import { createTestDatabase, rowsOf } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { caughtUp, until } from '../log/gather.ts';
import { ask } from '../replay/ask.ts';
import { consume, messageOf } from '../replay/flow.ts';
import { runCopies } from './copies.ts';

/** An installation with a ClickHouse server and the embedded log, and the commands for it. */
export async function createPlace() {
  const allowed = process.env['TEST_CLICKHOUSE_BACKUPS'];
  if (!allowed)
    throw new Error(
      'CLICKHOUSE_BACKUPS must name a folder that the server at CLICKHOUSE_URL may back up to.',
    );
  await mkdir(allowed, { recursive: true });
  const folder = folderOfFile()();
  const [db, backups] = await Promise.all([createTestDatabase(), mkdtemp(join(allowed, 'test-'))]);
  const env = {
    DATA_DIR: join(folder, 'data'),
    CLICKHOUSE_URL: db.url,
    CLICKHOUSE_DATABASE: db.database,
    LOG_LEVEL: 'silent',
  };
  const service = await startQuery(queryConfig(), {
    clickhouse: db.client,
    logger,
    dashboardFolder,
    clock: () => now,
  });

  /** Opens the logs only while they are used, because the commands open them, too. */
  async function withLogs(use: (log: Log, deadLetterLog: Log) => Promise<void>, dataFolder = env.DATA_DIR) {
    const open = (name: string) =>
      createEmbeddedLog({ folder: join(dataFolder, name), partitions: 1, retainMs: 3_600_000, logger });
    const [log, deadLetterLog] = [open('log'), open('dead-letters')];
    try {
      await use(log, deadLetterLog);
    } finally {
      await Promise.all([log.close(), deadLetterLog.close()]);
    }
  }

  return {
    ...db,
    env,
    folder,
    /** An empty folder where the server may write. */
    backups,

    append: (pings: readonly PingRow[], dataFolder?: string) =>
      withLogs(async (log) => {
        await log.writer().append(pings.map(messageOf));
      }, dataFolder),

    /** Runs the consumer until it has stored the whole log. */
    consume: () =>
      withLogs(async (log, deadLetterLog) => {
        const consumer = await consume(log, deadLetterLog, singleServer(db.client));
        const reader = log.reader(consumerGroup);
        await until(() => caughtUp(reader));
        await consumer.close();
      }),

    backup: (args: string, signal?: AbortSignal, others: NodeJS.ProcessEnv = {}) =>
      runCopies('backup', args, { ...env, ...others }, signal && { signal }),

    restore: (args: string, others: NodeJS.ProcessEnv = {}, signal?: AbortSignal) =>
      runCopies('restore', args, { ...env, ...others }, signal && { signal }),

    ask: (paths: readonly string[]) => ask(service.url, paths),

    rows: (query: string) => rowsOf(db.client, query),

    async remove(): Promise<void> {
      await service.close();
      await db.drop();
      await rm(backups, { recursive: true, force: true });
    },
  };
}
