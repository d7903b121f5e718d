/**
 * Visitors' pings from a process of its own:
 * `node dist/bench/way/load.js <url> <seconds> <connections> <pings a request> <pings at most> <how> <kind> [requests a second]`.
 * Every ping is sent once (`once`), and it ends when they are used up, or they repeat (`repeat`). They are all pings of visits
 * (`visits`), their views alone (`views`), or an event for each view (`events`): these come from an address of their own each
 * (X-Forwarded-For). Or they are views without a visit (`articles`). Prints one line of JSON: {"accepted", "refused", "seconds",
 * "p50", "p95"}, the latter two in ms.
 */
import { drive, requestOf } from '../drive.ts';
import { percentile } from '../statistics.ts';
import { articles, eventsOf, type SentPing, viewsOf, visits } from './visits.ts';

const [
  url = '',
  seconds = '5',
  connections = '50',
  batchText = '1',
  atMost,
  how,
  kind = 'visits',
  rate = '0',
] = process.argv.slice(2);
const batch = Number(batchText);
const traffics = {
  visits,
  articles,
  views: () => viewsOf(visits()),
  events: () => eventsOf(visits()),
};

function request(pings: readonly SentPing[]): Buffer {
  const [first] = pings;
  const bodies = pings.map((ping) => ping.body);
  const bare = { 'User-Agent': first?.userAgent, 'Content-Type': 'text/plain' };
  const ofBrowser = {
    Accept: '*/*',
    'Accept-Language': 'en-GB,en;q=0.9,de;q=0.8',
    'Accept-Encoding': 'gzip, deflate, br',
    Origin: 'https://example.org',
    Referer: 'https://example.org/',
    'X-Forwarded-For': first?.address,
  };
  const headers = kind === 'articles' ? bare : { ...bare, ...ofBrowser };
  return requestOf(url, JSON.stringify(batch === 1 ? bodies[0] : bodies), headers);
}

// Prepared ahead: creating requests would take as long as a bare server takes to answer them.
const traffic = traffics[kind as keyof typeof traffics]();
const takePings = () => Array.from({ length: batch }, () => traffic.next().value as SentPing);
const requests = Array.from({ length: Math.floor(Number(atMost) / batch) }, () => request(takePings()));

const counts = { accepted: 0, refused: 0 };
const times: number[] = [];
let sent = 0;
const took = await drive({
  url,
  connections: Number(connections),
  seconds: Number(seconds),
  next: () => requests[how === 'repeat' ? sent++ % requests.length : sent++],
  restMs: rate === '0' ? 0 : (Number(connections) / Number(rate)) * 1000,
  onResponse(status, tookMs) {
    if (status.startsWith('HTTP/1.1 202')) counts.accepted += batch;
    else counts.refused += batch;
    times.push(tookMs);
  },
});
const result = { ...counts, seconds: took, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
process.stdout.write(`${JSON.stringify(result)}\n`);
