/**
 * A client that writes to the first reachable one of several replicas. It does not repeat a failed request, because its rows may have been
 * read from a stream: the caller repeats it with the same deduplication token, and it goes to the next replica. Durability: an insert is
 * acknowledged once `quorum` replicas have it. One that was stored, but not acknowledged, is recognised by any replica when it is repeated.
 */
import {
  type ClickHouseClient,
  ClickHouseError,
  type CommandParams,
  type DataFormat,
  type ExecParams,
  type QueryParams,
} from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';
import { isUnreachable } from './connection-error.ts';
import { createFailOver } from './fail-over.ts';
import type { Replication } from './shard-addresses.ts';

export interface WriteOptions extends ClientOptions {
  /** Undefined for tables without replication: then there is one server. */
  replication?: Replication | undefined;
  /** Checks a replica before each request; one that it throws an unreachable server's error for is not written to. */
  admit?: (connection: Connection) => Promise<void>;
}

/**
 * How long a replica waits for the others to have an insert, milliseconds. Less than the time after which the consumer considers a
 * connection dead, so that it learns the reason.
 */
const quorumTimeoutMs = 40_000;

/** ClickHouse's errors for a replica that cannot store anything because it has lost Keeper or its tables; another one may. */
const unable: ReadonlySet<string> = new Set([
  '60', // UNKNOWN_TABLE
  '81', // UNKNOWN_DATABASE
  '225', // NO_ZOOKEEPER
  '242', // TABLE_IS_READ_ONLY
  '999', // KEEPER_EXCEPTION
]);

/** @param connections in order of preference: the replicas of one shard */
export function createWriteClient(
  connections: readonly [Connection, ...Connection[]],
  logger: Logger,
  { replication, admit, ...options }: WriteOptions = {},
  clock: () => number = () => performance.now(),
): ClickHouseClient {
  if (replication === undefined) return createClickHouse(connections[0], logger, options);
  const settings = { insert_quorum: replication.quorum, insert_quorum_timeout: quorumTimeoutMs };
  const cannotWrite = (error: unknown) =>
    isUnreachable(error) || (error instanceof ClickHouseError && unable.has(error.code));
  const servers = createFailOver(
    connections,
    logger,
    { ...options, settings },
    { isUnreachable: cannotWrite, admit, clock },
  );
  const client = createClickHouse(connections[0], logger, options);
  client.query = <Format extends DataFormat = 'JSON'>(
    params: Omit<QueryParams, 'format'> & { format?: Format },
  ) => servers.ask((server) => server.query(params), 1);
  client.exec = (params: ExecParams) => servers.ask((server) => server.exec(params), 1);
  client.command = (params: CommandParams) => servers.ask((server) => server.command(params), 1);
  client.insert = (params) => servers.ask((server) => server.insert(params), 1);
  client.ping = async () => {
    try {
      return await servers.ask(async (server) => {
        const answer = await server.ping();
        if (!answer.success) throw answer.error;
        return answer;
      }, connections.length);
    } catch (error) {
      return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
  client.close = servers.close;
  return client;
}
