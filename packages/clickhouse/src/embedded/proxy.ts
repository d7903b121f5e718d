import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { limitConnections } from '@tallyhouse/service/connections';
import { type BiAccounts, createSignIn, type Head } from './bi-sign-in.ts';
import type { Address } from './ports.ts';

/**
 * Below every limit of ClickHouse (1 MiB for an address, 128 KiB for a header), which aborts beyond them.
 * Long queries belong in the body.
 */
const maxHeadBytes = 64 * 1024;
/** Concurrent clients, including those that have sent nothing yet; new ones replace those that have been idle longest. */
const maxConnections = 500;
const headTimeoutMs = 10_000;
/** With `send_progress_in_http_headers` a long query adds a header to its response every 100 ms. */
const maxAnswerHeadBytes = 16 * 1024 * 1024;

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Hop-by-hop headers (RFC 9110, 7.6.1), and `expect`, which the proxy handles. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

/**
 * A server that passes well-formed HTTP requests on to ClickHouse and rejects everything else: ClickHouse as a library aborts on a request
 * that it cannot parse. Node rewrites every request on a connection of its own, so no byte of a client's head or chunk framing reaches
 * ClickHouse's parser. Nothing is buffered: bodies flow as fast as the slower side reads them, a client that disconnects ends its request,
 * and a broken response breaks off for the client too.
 */
export function createProxy(clickhouse: Address, bi: BiAccounts): Server {
  const signIn = createSignIn(bi);
  const server = createServer(
    {
      maxHeaderSize: maxHeadBytes,
      headersTimeout: headTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // Uploads may be slow, and the time of a download that follows counts too.
      requestTimeout: 0,
      keepAliveTimeout: 10_000,
    },
    (incoming, outgoing) => {
      connections.began(incoming, outgoing);
      const { url = '', rawHeaders } = incoming;
      if (isSound(incoming)) passOn(incoming, outgoing, clickhouse, signIn({ url, rawHeaders }));
      else refuse(outgoing, 400);
    },
  );
  const connections = limitConnections(server, maxConnections);
  return server;
}

/** @param head returns the address and the headers to send */
function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host, port }: Address,
  { url, rawHeaders }: Head,
): void {
  const passed = request({
    host,
    port,
    method: incoming.method,
    path: url,
    headers: withoutHopHeaders(rawHeaders),
    // No connection is kept: ClickHouse waits for idle ones when it shuts down.
    agent: false,
    maxHeaderSize: maxAnswerHeadBytes,
  });
  passed.maxHeadersCount = 0; // Node would drop those after the thousandth, such as the code of an error.
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

/** Node's parser accepts more than ClickHouse's: other versions and methods, a host before the path, lengths over 2^63. */
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

/** Alternating names and values, as in `rawHeaders`. */
function withoutHopHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_text, index) => !hopHeaders.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
}
