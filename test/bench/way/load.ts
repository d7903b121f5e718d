/**
 * Visitors' pings from a process of its own:
 * `node dist/bench/way/load.js <url> <seconds> <connections> <pings a request> <pings at most> [repeat [kind]]`.
 * Every ping is sent once (`once`), and it ends when they are used up, or they repeat (`repeat`). They are all pings of visits (`visits`),
 * their views alone (`views`), or an event in place of each view (`events`). Each request comes from an address of its own
 * (X-Forwarded-For). Prints one line of JSON: {"accepted", "refused", "seconds", "p50", "p95"}, the latter two in ms.
 */
import { drive } from '../drive.ts';
import { percentile } from '../statistics.ts';
import { eventsOf, type SentPing, viewsOf, visits } from './visits.ts';

const [url = '', seconds = '5', connections = '50', batchText = '1', atMost = '100000', repeat, kind] =
  process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const batch = Number(batchText);

function request(pings: readonly SentPing[]): Buffer {
  const [first] = pings;
  const bodies = pings.map((ping) => ping.body);
  const body = JSON.stringify(batch === 1 ? bodies[0] : bodies);
  const text = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `User-Agent: ${first?.userAgent}`,
    'Accept: */*',
    'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
    'Accept-Encoding: gzip, deflate, br',
    'Origin: https://example.org',
    'Referer: https://example.org/',
    'Content-Type: text/plain',
    `X-Forwarded-For: ${first?.address}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  return Buffer.from(text);
}

// Prepared ahead: creating requests would take as long as a bare server takes to answer them.
const traffic = kind === 'views' ? viewsOf(visits()) : kind === 'events' ? eventsOf(visits()) : visits();
const takePings = () => Array.from({ length: batch }, () => traffic.next().value as SentPing);
const requests = Array.from({ length: Math.floor(Number(atMost) / batch) }, () => request(takePings()));

const counts = { accepted: 0, refused: 0 };
const times: number[] = [];
let sent = 0;
const took = await drive({
  url,
  connections: Number(connections),
  seconds: Number(seconds),
  next: () => requests[repeat === 'repeat' ? sent++ % requests.length : sent++],
  onResponse(status, tookMs) {
    if (status.startsWith('HTTP/1.1 202')) counts.accepted += batch;
    else counts.refused += batch;
    times.push(tookMs);
  },
});
const result = { ...counts, seconds: took, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
process.stdout.write(`${JSON.stringify(result)}\n`);
