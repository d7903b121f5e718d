/**
 * A client that reads from the first of several servers that can be reached. A request whose connection fails before the
 * response begins goes to the next server, as does one that a proxy answers in place of its server: reading twice does no
 * harm. A response that breaks off is not repeated.
 */
import type {
  ClickHouseClient,
  CommandParams,
  DataFormat,
  ExecParams,
  QueryParams,
} from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';
import { isConnectionError, isForeignAnswer } from './connection-error.ts';

/** How long a server that could not be reached is asked last. Then one request tries it. */
const pauseMs = 5_000;
const connectMs = 2_000;

interface Server {
  host: string;
  client: ClickHouseClient;
  /** Milliseconds since 1970; 0 when it answered last time. */
  awayUntil: number;
}

/** @param connections in the order of preference; they have the same rows, and one at least is required */
export function createReadClient(
  connections: readonly Connection[],
  logger: Logger,
  options: ClientOptions = {},
  clock: () => number = Date.now,
): ClickHouseClient {
  const [preferred, ...others] = connections;
  if (preferred === undefined) throw new Error('a client needs an address');
  if (others.length === 0) return createClickHouse(preferred, logger, options);
  const servers: Server[] = connections.map((connection) => ({
    host: new URL(connection.url).host,
    client: createClickHouse(connection, logger, { ...options, connectMs }),
    awayUntil: 0,
  }));

  /** Those that are away last, as nothing is lost by asking them when no other answers. */
  function inOrder(): Server[] {
    const now = clock();
    const isAway = ({ awayUntil }: Server) => awayUntil > now;
    return [...servers.filter((server) => !isAway(server)), ...servers.filter(isAway)];
  }

  async function ask<Answer>(question: (client: ClickHouseClient) => Promise<Answer>): Promise<Answer> {
    let failure: unknown;
    for (const server of inOrder()) {
      // Others pass it by while this request tries it again.
      if (server.awayUntil > 0) server.awayUntil = clock() + pauseMs;
      try {
        const answer = await question(server.client);
        server.awayUntil = 0;
        return answer;
      } catch (error) {
        if (!isConnectionError(error) && !isForeignAnswer(error)) throw error;
        if (server.awayUntil === 0) logger.warn({ err: error, host: server.host }, 'ClickHouse is away');
        server.awayUntil = clock() + pauseMs;
        failure = error;
      }
    }
    // With a code that says so: a proxy's answer has none.
    throw Object.assign(new Error('no ClickHouse can be reached', { cause: failure }), {
      code: 'EHOSTUNREACH',
    });
  }

  const client = createClickHouse(preferred, logger, options);
  client.query = <Format extends DataFormat = 'JSON'>(
    params: Omit<QueryParams, 'format'> & { format?: Format },
  ) => ask((server) => server.query(params));
  client.exec = (params: ExecParams) => ask((server) => server.exec(params));
  client.command = (params: CommandParams) => ask((server) => server.command(params));
  client.close = async () => void (await Promise.all(servers.map((server) => server.client.close())));
  return client;
}
