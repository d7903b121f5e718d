import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { Address } from './address.ts';
import { type BiAccess, type BiUsers, createBiAccess } from './bi-access.ts';

/**
 * Below every limit of ClickHouse (1 MiB for an address, 128 KiB for a header), which aborts beyond them.
 * Long queries belong in the body.
 */
const maxHeadBytes = 64 * 1024;
/** Concurrent clients, including those that have sent nothing yet; further ones are closed. */
const maxConnections = 500;
const headTimeoutMs = 10_000;
/** With `send_progress_in_http_headers` a long query adds a header to its response every 100 ms. */
const maxAnswerHeadBytes = 16 * 1024 * 1024;

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Hop-by-hop headers (RFC 9110, 7.6.1), and `expect`, which is answered here. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

/** Who uses a proxy. */
export interface ProxyUsers {
  bi: BiUsers;
  /** Whether other machines reach it: then BI users alone come in, and no web page. */
  isOutside: boolean;
}

/**
 * A server that passes well-formed HTTP requests on to ClickHouse and rejects everything else: ClickHouse as a library
 * aborts on a request that it cannot parse. Node rewrites every request on a connection of its own, so no byte of a
 * client's head or chunk framing reaches ClickHouse's parser.
 *
 * Nothing is buffered: bodies flow as fast as the slower side takes them, a client that disconnects ends its request,
 * and a response that breaks off breaks off for the client too.
 */
export function createProxy(clickhouse: Address, { bi, isOutside }: ProxyUsers): Server {
  const access = createBiAccess(bi, clickhouse);
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
      if (!isSound(incoming)) refuse(outgoing, 400);
      else if (isOutside && isOfPage(incoming)) refuse(outgoing, 403);
      else if (access.isFrom(incoming) || (isOutside && !isPing(incoming)))
        void passQuery(incoming, outgoing, clickhouse, access);
      else passOn(incoming, outgoing, clickhouse);
    },
  );
  server.maxConnections = maxConnections;
  return server;
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, clickhouse: Address): void {
  const { method = '', url = '', rawHeaders } = incoming;
  const passed = send(outgoing, clickhouse, { method, path: url, headers: withoutHopHeaders(rawHeaders) });
  incoming.pipe(passed);
}

/** Passes on the query of a BI user, once it is checked. */
async function passQuery(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  clickhouse: Address,
  access: BiAccess,
): Promise<void> {
  const leaving = new AbortController();
  outgoing.once('close', () => leaving.abort());
  try {
    const checked = await access.check(incoming, leaving.signal);
    if (outgoing.destroyed) return;
    if (checked.kind === 'refused') {
      outgoing.writeHead(checked.status, { Connection: 'close', ...checked.headers }).end(checked.text);
      return;
    }
    const { path, headers, body } = checked;
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    send(outgoing, clickhouse, { method: 'POST', path, headers: { ...headers, ...length } }).end(body);
  } catch {
    if (!outgoing.headersSent) refuse(outgoing, 503, { 'Retry-After': '5' });
  }
}

interface Head {
  method: string;
  path: string;
  headers: Record<string, string> | string[];
}

/** Begins a request to ClickHouse, whose response goes to `outgoing`. */
function send(outgoing: ServerResponse, { host, port }: Address, head: Head): ClientRequest {
  const passed = request({
    host,
    port,
    ...head,
    // No connection is kept: ClickHouse waits for idle ones when it shuts down.
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
  return passed;
}

const isPing = ({ url }: IncomingMessage) => url === '/ping';

/** Tools are programs: a web page could use a password that a browser remembers. */
const isOfPage = ({ headers }: IncomingMessage) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

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
