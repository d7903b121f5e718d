import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/**
 * Below every limit of ClickHouse (1 MiB for an address, 128 KiB for a header), since going over one aborts it.
 * Long queries belong into the body.
 */
const maxHeadBytes = 64 * 1024;
/** Clients at once, those included who have not said anything yet; more are closed. */
const maxConnections = 500;
const headTimeoutMs = 10_000;
/** With `send_progress_in_http_headers` a long query puts a header into its answer every 100 ms. */
const maxAnswerHeadBytes = 16 * 1024 * 1024;

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Between two neighbours only (RFC 9110, 7.6.1), or answered here already (`expect`). */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

export interface Address {
  host: string;
  port: number;
}

/**
 * A server that passes well-formed HTTP requests on to ClickHouse and answers everything else itself: ClickHouse as
 * a library aborts on a request that it cannot parse. Every request goes over a connection of its own, written anew by
 * Node, so no byte of a client's head or chunk framing reaches ClickHouse's parser.
 *
 * Nothing is held back or kept: bodies flow as fast as the slower side takes them, a client that leaves ends its
 * request, and an answer that breaks off breaks off for the client too.
 */
export function createProxy(clickhouse: Address): Server {
  const server = createServer(
    {
      maxHeaderSize: maxHeadBytes,
      headersTimeout: headTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // An upload may take its time, and a download that follows counts too.
      requestTimeout: 0,
      keepAliveTimeout: 10_000,
    },
    (incoming, outgoing) => passOn(incoming, outgoing, clickhouse),
  );
  server.maxConnections = maxConnections;
  return server;
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, clickhouse: Address): void {
  if (!isSound(incoming)) {
    refuse(outgoing, 400);
    return;
  }
  const { method = '', url = '', rawHeaders } = incoming;
  const passed = request({
    host: clickhouse.host,
    port: clickhouse.port,
    method,
    path: url,
    headers: withoutHopHeaders(rawHeaders),
    // ClickHouse waits for connections that idle when it is to stop, so none is kept.
    agent: false,
    maxHeaderSize: maxAnswerHeadBytes,
  });
  passed.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopHeaders(answer.rawHeaders));
    pipeline(answer, outgoing, () => passed.destroy());
  });
  passed.on('error', () => {
    if (!outgoing.headersSent) refuse(outgoing, 503, { 'Retry-After': '5' });
  });
  outgoing.once('close', () => passed.destroy());
  incoming.pipe(passed);
}

/** Node's parser takes more than ClickHouse's: other versions and methods, a host before the path, lengths over 2^63. */
function isSound({ httpVersionMajor, method = '', url = '', headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return (
    httpVersionMajor === 1 &&
    methods.has(method) &&
    /^\/[\x21-\x7e]*$/.test(url) &&
    Number.isSafeInteger(length)
  );
}

function refuse(outgoing: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { Connection: 'close', 'Content-Length': '0', ...headers }).end();
}

/** Names and values in turns, as `rawHeaders` has them. */
function withoutHopHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_text, index) => !hopHeaders.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
}
