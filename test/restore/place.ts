import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, readBackupTask, readRestoreTask, restore } from '@tallyhouse/backup';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { consumerGroup, createEmbeddedLog, type Log } from '@tallyhouse/log';
import type { PingRow } from '@tallyhouse/ping';
import { startQuery } from '@tallyhouse/query';
import { createLogger, createProgress } from '@tallyhouse/service';
import { readConfig } from '@tallyhouse/standalone';
import { installationOf } from '@tallyhouse/tallyhouse/installation';
import { dashboardFolder, now, queryConfig } from '../api/query-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { caughtUp, until } from '../log/gather.ts';
import { ask } from '../replay/ask.ts';
import { messageOf } from '../replay/flow.ts';

const logger = createLogger('test', 'silent');

/** An installation with a ClickHouse server and the embedded log, and the commands for it. */
export async function createPlace() {
  const allowed = process.env['TEST_CLICKHOUSE_BACKUPS'];
  if (!allowed)
    throw new Error(
      'CLICKHOUSE_BACKUPS must name a folder that the server at CLICKHOUSE_URL may back up to.',
    );
  await mkdir(allowed, { recursive: true });
  const [db, folder, backups] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'tallyhouse-restore-')),
    mkdtemp(join(allowed, 'test-')),
  ]);
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

  /** Opens the logs as long as they are used: the commands open them too. */
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

  async function run(
    command: (output: { isTTY: false; write: (text: string | Uint8Array) => boolean }) => Promise<boolean>,
  ): Promise<{ code: number; output: string }> {
    let output = '';
    const write = (text: string | Uint8Array) => {
      output += text;
      return true;
    };
    try {
      return { code: (await command({ isTTY: false, write })) ? 0 : 1, output };
    } catch (error) {
      return { code: 1, output: `${output}${error instanceof Error ? error.message : error}` };
    }
  }

  const deps = { logger, clickHouseProgram: 'dist/clickhouse-server.js', dashboardFolder, clock: Date.now };

  return {
    ...db,
    env,
    folder,
    /** Where the server may write; empty. */
    backups,

    /** Appends pings to the log. */
    append: (pings: readonly PingRow[], dataFolder?: string) =>
      withLogs(async (log) => {
        await log.writer().append(pings.map(messageOf));
      }, dataFolder),

    /** Runs the consumer until it has stored the whole log. */
    consume: () =>
      withLogs(async (log, deadLetterLog) => {
        const consumer = await startConsumer(
          { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 },
          {
            log,
            deadLetterLog,
            servers: singleServer(db.client),
            logger,
            clock: Date.now,
            onFatal: (error) => {
              throw error;
            },
          },
        );
        const reader = log.reader(consumerGroup);
        await until(() => caughtUp(reader));
        await consumer.close();
      }),

    /** Runs `tallyhouse backup`. */
    backup(args: string, signal = new AbortController().signal, others: NodeJS.ProcessEnv = {}) {
      return run(async (output) => {
        const task = readBackupTask(args.split(' '));
        const progress = createProgress(output, Date.now);
        await backUp(task, installationOf(readConfig({ ...env, ...others }), deps), {
          ...deps,
          progress,
          signal,
        });
        return true;
      });
    },

    /** Runs `tallyhouse restore`. */
    restore(args: string, others: NodeJS.ProcessEnv = {}) {
      return run((output) => {
        const task = readRestoreTask(args.split(' '));
        const progress = createProgress(output, Date.now);
        const { signal } = new AbortController();
        return restore(task, installationOf(readConfig({ ...env, ...others }), deps), {
          ...deps,
          progress,
          output,
          signal,
        });
      });
    },

    ask: (paths: readonly string[]) => ask(service.url, paths),

    async rows(query: string): Promise<unknown[]> {
      return (await db.client.query({ query, format: 'JSONEachRow' })).json();
    },

    async remove(): Promise<void> {
      await service.close();
      await db.drop();
      await Promise.all([folder, backups].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
}

export type Place = Awaited<ReturnType<typeof createPlace>>;
