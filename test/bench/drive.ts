import { connect } from 'node:net';

export interface Drive {
  url: string;
  connections: number;
  /** The load ends after so many seconds, but not before so many requests, and not before one on each connection. */
  seconds: number;
  requests: number;
  /** The next request as sent; undefined ends the load early. */
  next: () => Buffer | undefined;
  /** Reopens a connection that the server closed, even after an error. */
  reopens: boolean;
  /** Milliseconds between two requests of a connection. */
  restMs: number;
  /** Called for each response with its status, and milliseconds since its request. */
  onResponse: (status: number, tookMs: number) => void;
}

/**
 * Sends requests over raw keep-alive sockets, one at a time on each, so that the client costs little compared with the server.
 * @returns seconds until the last response
 */
export async function drive(options: Drive): Promise<number> {
  const { url, connections, seconds, requests, next, reopens, restMs, onResponse } = options;
  const { hostname, port } = new URL(url);
  let over = false;
  let sent = 0;

  function open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let received = '';
      let sentAt = 0;
      const send = () => {
        const isEnough = over && sentAt > 0 && sent >= requests;
        const request = isEnough ? undefined : next();
        sent++;
        sentAt = performance.now();
        if (request === undefined) socket.end();
        else socket.write(request);
      };
      socket.setEncoding('latin1');
      socket.once('connect', send);
      socket.once('error', reopens ? () => {} : reject);
      socket.once('close', () => resolve(reopens && !over ? open() : undefined));
      socket.on('data', (text: string) => {
        received += text;
        const head = received.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        onResponse(Number(received.slice(9, 12)), performance.now() - sentAt);
        received = '';
        if (restMs === 0 || over) send();
        else setTimeout(send, restMs);
      });
    });
  }

  const began = performance.now();
  const timer = setTimeout(() => {
    over = true;
  }, seconds * 1000);
  await Promise.all(Array.from({ length: connections }, open));
  clearTimeout(timer);
  return (performance.now() - began) / 1000;
}

/** A POST request as sent. */
export function requestOf(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string | undefined>>,
): Buffer {
  const { host, pathname } = new URL(url);
  const all = { Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ]);
}
