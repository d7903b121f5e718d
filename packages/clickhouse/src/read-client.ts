/**
 * A client that reads from the first reachable one of several servers. A request goes to the next server when its connection fails before
 * the response begins, when a proxy responds instead of its server, and when its server stops responding: reading twice does no harm. A
 * response that breaks off is not repeated.
 */
import type {
  BaseQueryParams,
  ClickHouseClient,
  CommandParams,
  DataFormat,
  ExecParams,
  QueryParams,
} from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';
import { isUnreachable } from './connection-error.ts';
import { createFailOver, type FailOver } from './fail-over.ts';
import type { Readable } from './replica-delay.ts';

export type ReadClient = ClickHouseClient & Pick<FailOver, 'look'>;

export interface ReadOptions extends ClientOptions {
  /** Which servers may be read. Undefined: the tables are not replicated. */
  readable?: Readable | undefined;
}

/** @param connections in order of preference; they have the same rows; at least one is required */
export function createReadClient(
  connections: readonly Connection[],
  logger: Logger,
  { readable, ...options }: ReadOptions = {},
  clock: () => number = () => performance.now(),
): ReadClient {
  const [preferred] = connections;
  if (preferred === undefined) throw new Error('a client needs an address');
  const servers = createFailOver(connections, logger, options, {
    isUnreachable,
    readable,
    endsSilence: true,
    clock,
  });
  const ask = <Params extends BaseQueryParams, Answer>(
    params: Params,
    question: (server: ClickHouseClient, params: Params) => Promise<Answer>,
  ) =>
    servers.ask((server, silent) => {
      const ended = [params.abort_signal, silent].filter((signal) => signal !== undefined);
      return question(server, { ...params, abort_signal: AbortSignal.any(ended) });
    }, connections.length);
  const client = createClickHouse(preferred, logger, options);
  client.query = <Format extends DataFormat = 'JSON'>(
    params: Omit<QueryParams, 'format'> & { format?: Format },
  ) => ask(params, (server, ended) => server.query(ended));
  client.exec = (params: ExecParams) => ask(params, (server, ended) => server.exec(ended));
  client.command = (params: CommandParams) => ask(params, (server, ended) => server.command(ended));
  client.close = servers.close;
  return Object.assign(client, { look: servers.look });
}
