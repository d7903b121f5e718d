import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  BiViewsError,
  biNamesOf,
  type Connection,
  connectionOf,
  createBiViews,
  createClickHouse,
  createDatabase,
  migrate,
  migrations,
  setPingRetention,
  startEmbeddedClickHouse,
} from '@tallyhouse/clickhouse';
import { clientOptions } from '@tallyhouse/query';
import type { Logger } from '@tallyhouse/service';
import type { StandaloneConfig } from './config.ts';

export interface Database {
  writer: ClickHouseClient;
  reader: ClickHouseClient;
  /** The embedded server's URL, and the file with its passwords; undefined with CLICKHOUSE_URL. */
  embedded: { url: string; passwordFile: string } | undefined;
  close(): Promise<void>;
}

/** Starts the embedded ClickHouse, unless CLICKHOUSE_URL names a server, and migrates the schema. */
export async function openDatabase(
  config: StandaloneConfig,
  program: string,
  logger: Logger,
): Promise<Database> {
  const { as, embedded, stop } = await connectOrStart(config, program, logger);
  await createDatabase(as('writer'), logger);
  const writer = createClickHouse(as('writer'), logger);
  const reader = createClickHouse(as('reader'), logger, clientOptions(config));
  await migrate(writer, migrations);
  await setPingRetention(writer, config.RETENTION_PINGS);
  const names = biNamesOf(config);
  // Nothing else depends on the views.
  if (names !== undefined)
    await createBiViews(writer, names).catch((error: unknown) => {
      if (!(error instanceof BiViewsError)) throw error;
      logger.warn(error.message);
    });
  return {
    writer,
    reader,
    embedded,
    async close() {
      await Promise.all([writer.close(), reader.close()]);
      await stop();
    },
  };
}

interface Server {
  as: (user: 'writer' | 'reader') => Connection;
  embedded: Database['embedded'];
  stop: () => Promise<void>;
}

async function connectOrStart(config: StandaloneConfig, program: string, logger: Logger): Promise<Server> {
  if (config.CLICKHOUSE_URL !== undefined) {
    const connection = connectionOf({ ...config, CLICKHOUSE_URL: config.CLICKHOUSE_URL });
    return { as: () => connection, embedded: undefined, stop: async () => {} };
  }
  const folder = join(config.DATA_DIR, 'clickhouse');
  const limits = { memoryBytes: memoryBytes(config.CLICKHOUSE_MEMORY_MB) };
  const server = await startEmbeddedClickHouse({
    folder,
    port: config.CLICKHOUSE_HTTP_PORT,
    limits,
    reader: {
      database: config.CLICKHOUSE_DATABASE,
      seconds: Math.max(config.QUERY_MAX_SECONDS, config.EXPORT_MAX_SECONDS),
      memoryBytes: config.QUERY_MAX_MEMORY_MB * 1_000_000 || limits.memoryBytes,
    },
    bi: biNamesOf(config),
    program,
    logger,
  });
  return {
    as: (user) => ({
      url: server.insideUrl,
      user,
      password: server.passwords[user],
      database: config.CLICKHOUSE_DATABASE,
    }),
    embedded: { url: server.url, passwordFile: join(folder, 'passwords.json') },
    stop: () => server.stop(),
  };
}

function memoryBytes(megabytes: number | undefined): number {
  if (megabytes !== undefined) return megabytes * 1024 ** 2;
  return Math.min(Math.floor(totalmem() / 2), 8 * 1024 ** 3);
}
