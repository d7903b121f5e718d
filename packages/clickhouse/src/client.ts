import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  type Logger as ClientLogger,
  createClient,
  type ExecParams,
  type ResponseHeaders,
} from '@clickhouse/client';
import type { Logger, Tls } from '@tallyhouse/service';
import { createAgent } from './agent.ts';

export interface Connection {
  /** `http(s)://host:port`; may include user and password. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  database?: string | undefined;
  /** Own certificates, of an https address. */
  tls?: Tls | undefined;
}

/** For commands whose queries take long. */
export const patience = { silenceMs: 3_600_000 } as const;

/** For a BACKUP or RESTORE, of which ClickHouse says nothing before its end. TCP notices a machine that is gone. */
export const patienceOfBackups = { silenceMs: 86_400_000 } as const;

export interface ClientOptions {
  connections?: number;
  /** Longest time without traffic on a request's connection, milliseconds. */
  silenceMs?: number;
  /** Time limit for a connection to be accepted, milliseconds. Unset: the system's, some minutes. */
  connectMs?: number;
  /** Settings of every request that does not name others. */
  settings?: ClickHouseSettings;
}

/** Creates a client that logs through the process's logger. */
export function createClickHouse(
  connection: Connection,
  logger: Logger,
  { connections = 30, silenceMs = 60_000, connectMs, settings }: ClientOptions = {},
): ClickHouseClient {
  const { tls } = connection;
  const { protocol } = new URL(connection.url);
  const client = createClient({
    url: connection.url,
    ...(connection.user === undefined ? {} : { username: connection.user }),
    ...(connection.password === undefined ? {} : { password: connection.password }),
    ...(connection.database === undefined ? {} : { database: connection.database }),
    application: 'tallyhouse',
    max_open_connections: connections,
    request_timeout: silenceMs,
    // A query of hours, such as a lock or a merge, sends a header about its progress at times.
    max_response_headers_size: 16 * 1024 * 1024,
    ...(settings === undefined ? {} : { clickhouse_settings: settings }),
    ...(tls === undefined && connectMs === undefined
      ? {}
      : { http_agent: createAgent({ protocol, connections, tls: tls ?? {}, connectMs }) }),
    // The embedded server closes idle connections after 10 s; a socket must not be reused just as it closes.
    keep_alive: { enabled: true, idle_socket_ttl: 2_500 },
    log: { level: ClickHouseLogLevel.WARN, LoggerClass: loggerClass(logger) },
  });
  checkAnswers(client);
  return client;
}

/** A proxy may answer for a stopped server, with a page and status 200: the client would take it for a successful insert. */
function checkAnswers(client: ClickHouseClient): void {
  const [query, exec] = [client.query.bind(client), client.exec.bind(client)];
  const [command, insert] = [client.command.bind(client), client.insert.bind(client)];
  client.query = async (params) => checked(await query(going(params)), (answer) => answer.close());
  client.exec = async (asked: ExecParams) =>
    checked(await exec(going(asked)), ({ stream }) => stream.destroy());
  client.command = async (params) => checked(await command(going(params)));
  client.insert = async (params) => checked(await insert(going(params)));
}

/** The client would send a request whose signal was aborted before. @throws the error that it has when one is aborted later */
function going<Params extends { abort_signal?: AbortSignal }>(params: Params): Params {
  if (params.abort_signal?.aborted) throw new Error('The user aborted a request.');
  return params;
}

/** @param answer not executed: without rows to insert there was no request @throws an Error without a code, which isForeignAnswer knows */
function checked<Answer extends { response_headers: ResponseHeaders; executed?: boolean }>(
  answer: Answer,
  end: (answer: Answer) => void = () => {},
): Answer {
  const isOurs = Object.keys(answer.response_headers).some((name) => name.startsWith('x-clickhouse-'));
  if (isOurs || answer.executed === false) return answer;
  end(answer);
  throw new Error('something other than ClickHouse responded');
}

function loggerClass(logger: Logger): new () => ClientLogger {
  const child = logger.child({ module: 'clickhouse-client' });
  const at =
    (level: 'trace' | 'debug' | 'info') =>
    ({ message, args, err }: { message: string; args?: object; err?: Error }) =>
      child[level]({ ...args, err }, message);
  return class implements ClientLogger {
    trace = at('trace');
    debug = at('debug');
    info = at('info');
    // Advice on how the client is used, which an operator cannot act on.
    warn = at('info');
    // A failed query also throws to its caller, who knows how severe it is.
    error = at('debug');
  };
}
