import type { ClickHouseClient } from '@clickhouse/client';
import {
  type BiNames,
  createClickHouse,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { folderOfFile } from '../harness/temporary-folder.ts';

export const logger = createLogger('test', 'silent');
export const maxSeconds = 3600;
export const maxMemoryBytes = 4_000_000_000;

type Options = Partial<
  Pick<
    Parameters<typeof startEmbeddedClickHouse>[0],
    'port' | 'bi' | 'tcpPort' | 'logger' | 'limits' | 'patienceMs' | 'program'
  >
> & {
  /** The one that its reader may read. */
  database?: string;
};

/** Starts an embedded server on a test's own folder. */
export function startIn(
  folder: string,
  { database = 'tallyhouse', port = 0, ...rest }: Options = {},
): Promise<EmbeddedClickHouse> {
  return startEmbeddedClickHouse({
    folder,
    port,
    limits: { memoryBytes: 2 * 1024 ** 3 },
    reader: { database, seconds: maxSeconds, memoryBytes: maxMemoryBytes },
    program: 'dist/clickhouse-server.js',
    logger,
    ...rest,
  });
}

export interface OwnServer extends EmbeddedClickHouse {
  /** A client of the public address. It is closed with the server. */
  clientOf(user: 'writer' | 'reader', database?: string): ClickHouseClient;
}

/** A server in its own folder. */
export async function startOwnServer(database?: string, bi?: BiNames): Promise<OwnServer> {
  const server = await startIn(folderOfFile()(), {
    ...(database === undefined ? {} : { database }),
    ...(bi && { bi }),
  });
  const clients: ClickHouseClient[] = [];
  return {
    ...server,
    clientOf(user, of) {
      const password = server.passwords[user];
      const client = createClickHouse({ url: server.url, user, password, database: of }, logger);
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
    },
  };
}
