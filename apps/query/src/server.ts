import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError } from '@tallyhouse/service';

/** The HTTP server: as Node's own, and JSON for what its parser gives up on. */
export function createServer(app: RequestListener): Server {
  const timeouts = { headersTimeout: 10_000, requestTimeout: 20_000 };
  const server = createHttpServer(timeouts, (req, res) => {
    // After close() the answers under way are each connection's last.
    if (!server.listening) res.shouldKeepAlive = false;
    app(req, res);
  });
  server.on('clientError', refuse);
  return server;
}

/** Such a request never reaches Express, so the answer is written by hand and the connection closed. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(refusal.body());
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function refusalOf(code: string | undefined): HttpError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError('headers_too_large', 'The address and headers together are larger than 16 KiB.');
  }
  return new HttpError('invalid_parameter', 'That is not an HTTP request this server can read.');
}
