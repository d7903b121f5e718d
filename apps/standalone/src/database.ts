import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type Connection,
  connectionOf,
  createClickHouse,
  createDatabase,
  createReadClient,
  patience,
  readConnectionsOf,
  refuseUnfinished,
  startEmbeddedClickHouse,
} from '@tallyhouse/clickhouse';
import { refuseShard } from '@tallyhouse/cluster';
import { clientOptions } from '@tallyhouse/query';
import { biNamesOf, migrateDatabase, setPingRetention, tryToCreateBiViews } from '@tallyhouse/schema';
import type { Logger } from '@tallyhouse/service';
import type { StandaloneConfig } from './config.ts';
import { availableMemory, shareOfClickHouse } from './memory.ts';

export interface Database {
  writer: ClickHouseClient;
  /** The same for queries that are silent for long. */
  patientWriter: ClickHouseClient;
  reader: ClickHouseClient;
  /** The embedded server's URL and native port, and the file with its passwords; undefined with CLICKHOUSE_URL. */
  embedded: { url: string; tcpPort: number | undefined; passwordFile: string } | undefined;
  close(): Promise<void>;
}

/** Starts the embedded ClickHouse, unless CLICKHOUSE_URL names a server, and migrates the schema. */
export async function openDatabase(
  config: StandaloneConfig,
  program: string,
  logger: Logger,
): Promise<Database> {
  const { as, readers, embedded, stop } = await connectOrStart(config, program, logger);
  await createDatabase(as('writer'), logger);
  const writer = createClickHouse(as('writer'), logger);
  const patientWriter = createClickHouse(as('writer'), logger, patience);
  const reader = createReadClient(readers, logger, clientOptions(config));
  await refuseShard(writer);
  await refuseUnfinished(writer);
  await migrateDatabase(writer);
  await setPingRetention(writer, config.RETENTION_PINGS);
  await tryToCreateBiViews(writer, biNamesOf(config), (message) => logger.warn(message));
  return {
    writer,
    patientWriter,
    reader,
    embedded,
    async close() {
      await Promise.all([writer.close(), patientWriter.close(), reader.close()]);
      await stop();
    },
  };
}

export interface Server {
  as: (user: 'writer' | 'reader') => Connection;
  /** The servers for reports, in order of preference. */
  readers: Connection[];
  embedded: Database['embedded'];
  stop: () => Promise<void>;
}

/** The ClickHouse at CLICKHOUSE_URL, or the embedded one of DATA_DIR, which is started. */
export async function connectOrStart(
  config: StandaloneConfig,
  program: string,
  logger: Logger,
  watchUsers = true,
): Promise<Server> {
  if (config.CLICKHOUSE_URL !== undefined) {
    const own = { ...config, CLICKHOUSE_URL: config.CLICKHOUSE_URL };
    const connection = connectionOf(own);
    return {
      as: () => connection,
      readers: readConnectionsOf(own),
      embedded: undefined,
      stop: async () => {},
    };
  }
  const folder = join(config.DATA_DIR, 'clickhouse');
  const megabytes = config.CLICKHOUSE_MEMORY_MB;
  const limits = {
    memoryBytes: megabytes === undefined ? shareOfClickHouse(availableMemory()) : megabytes * 1024 ** 2,
  };
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
    watchUsers,
    tcpPort: config.CLICKHOUSE_TCP_PORT,
    program,
    logger,
  });
  const as = (user: 'writer' | 'reader') => ({
    url: server.insideUrl,
    user,
    password: server.passwords[user],
    database: config.CLICKHOUSE_DATABASE,
  });
  return {
    as,
    readers: [as('reader')],
    embedded: { url: server.url, tcpPort: server.tcpPort, passwordFile: join(folder, 'passwords.json') },
    stop: () => server.stop(),
  };
}
