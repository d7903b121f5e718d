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
import { createFailOver } from './fail-over.ts';

export interface ReadOptions extends ClientOptions {
  /** How far a replica may be behind the others and still be read, seconds. Undefined: the tables are not replicated. */
  maxDelaySeconds?: number | undefined;
}

/** @param connections in the order of preference; they have the same rows, and one at least is required */
export function createReadClient(
  connections: readonly Connection[],
  logger: Logger,
  { maxDelaySeconds, ...options }: ReadOptions = {},
  clock: () => number = Date.now,
): ClickHouseClient {
  const [preferred, ...others] = connections;
  if (preferred === undefined) throw new Error('a client needs an address');
  if (others.length === 0 && maxDelaySeconds === undefined) {
    return createClickHouse(preferred, logger, options);
  }
  const isAway = (error: unknown) => isConnectionError(error) || isForeignAnswer(error);
  const servers = createFailOver(connections, logger, options, { isAway, maxDelaySeconds, clock });
  const ask = <Answer>(question: (client: ClickHouseClient) => Promise<Answer>) =>
    servers.ask(question, connections.length);
  const client = createClickHouse(preferred, logger, options);
  client.query = <Format extends DataFormat = 'JSON'>(
    params: Omit<QueryParams, 'format'> & { format?: Format },
  ) => ask((server) => server.query(params));
  client.exec = (params: ExecParams) => ask((server) => server.exec(params));
  client.command = (params: CommandParams) => ask((server) => server.command(params));
  client.close = servers.close;
  return client;
}
