import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Registry } from '@prometheus-io/client';
import { measureConnections } from './connection-metrics.ts';
import { limitConnections } from './connections.ts';
import { type ErrorCode, HttpError } from './errors.ts';
import { readUrl } from './read-url.ts';

/** All in milliseconds. */
export interface ServerTimeouts {
  /** For a whole request, so that stalled bodies end. */
  requestTimeout: number;
  /** For the head, from the opening of the connection. */
  headersTimeout: number;
  /** How often the two are checked. */
  connectionsCheckingInterval: number;
  /** How long a connection waits for its next request: longer than a proxy, which would send one just as it closes. */
  keepAliveTimeout: number;
}

const defaultTimeouts: ServerTimeouts = {
  requestTimeout: 20_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 620_000,
};

export interface ServerOptions {
  /** The error code for a request that cannot be parsed. */
  unreadable: ErrorCode;
  /** Headers of every response. */
  headers?: Readonly<Record<string, string>>;
  timeouts?: Partial<ServerTimeouts>;
  maxConnections: number;
  /** The registry and app name for connection metrics. */
  metrics?: { registry: Registry; app: 'ingest' | 'query' };
}

/** At most 16 KiB of URL and headers together. A request without Host is refused here: Node's own response is bare. */
const parsing = { maxHeaderSize: 16 * 1024, requireHostHeader: false };

/** Node's HTTP server with a limit on connections, and JSON responses to requests that Node itself would refuse. */
export function createServer(handle: RequestListener, options: ServerOptions) {
  const { maxConnections, metrics } = options;
  const limits = { ...parsing, ...defaultTimeouts, ...options.timeouts };
  const server = createHttpServer(limits, (req, res) => {
    // After close(), each connection's current response is its last.
    if (!server.listening) res.shouldKeepAlive = false;
    connections.began(req, res);
    const lacksHost = req.httpVersion === '1.1' && req.headers.host === undefined;
    // A router would pass over every handler.
    if (isTarget(req.url ?? '') && !lacksHost) return handle(req, res);
    const { status, head, body } = refusal(lacksHost ? 'NO_HOST' : 'HPE_INVALID_URL', options);
    res.writeHead(status, head).end(body);
  });
  const connections = limitConnections(server, maxConnections);
  if (metrics) measureConnections(metrics.registry, metrics.app, connections, maxConnections);
  // The sender of a ping may be gone when it is handled, and Node knows the address of a closed connection only if it was asked for before.
  server.on('connection', (socket) => void socket.remoteAddress);
  // Only `100-continue` has a meaning; Node answers 417 to other expectations.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (error, socket) => refuse(error, socket, options));
  return Object.assign(server, { closeIdle: connections.closeIdle });
}

/** A path, an address of http, or the asterisk of OPTIONS. A long host would take long to parse. */
const isTarget = (target: string) =>
  /^[/*]/.test(target) ||
  (/^https?:\/\/[^\\/?#]{1,260}(?:[\\/?#]|$)/i.test(target) && readUrl(target) !== undefined);

/** A request that the parser refuses never reaches a handler: the response is written here, and the connection closed. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, options: ServerOptions): void {
  // Browsers open connections ahead. A response on an unused one would be that of the next request, which would be lost.
  const isUnused = socket instanceof Socket && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
    socket.destroy();
    return;
  }
  const { status, head, body } = refusal(error.code, options);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function refusal(code: string | undefined, { unreadable, headers }: ServerOptions) {
  const refused = refusalOf(code, unreadable);
  const body = JSON.stringify(refused.body());
  const head = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
  return { status: refused.status, head, body };
}

const explanations: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_INVALID_URL:
    'The request is not valid HTTP: its address must begin with / and be percent-encoded, as %C3%A9 is é.',
  NO_HOST: 'The request is not valid HTTP/1.1: it has no header Host.',
};

function refusalOf(code = '', unreadable: ErrorCode): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpError('headers_too_large', 'The URL and headers together exceed 16 KiB.');
  return new HttpError(unreadable, explanations[code] ?? 'The request is not valid HTTP.');
}
