/** Sends pings from its own process, as its only argument says (`LoadOptions` as JSON). Prints the outcome as a line of JSON (`Sent`). */
import { gzipSync } from 'node:zlib';
import { type Drive, drive, requestOf } from '../drive.ts';
import { percentile } from '../statistics.ts';
import { articles, type SentPing, visits } from './visits.ts';

export interface LoadOptions extends Pick<Drive, 'url' | 'connections' | 'seconds' | 'requests'> {
  /** Pings in a request. */
  batch: number;
  /** How many are prepared. Each is sent once, and then the load ends; or they are sent repeatedly. */
  pings: number;
  repeat?: boolean;
  kind: keyof typeof traffics | 'bombs';
  /** Pings a second; as many as it can by default. */
  rate?: number;
}

/** The outcome of requests. Times in milliseconds. */
export interface Sent {
  accepted: number;
  statuses: Record<string, number>;
  seconds: number;
  p50: number;
  p95: number;
}

/** Pings of visits, or views without a visit. */
const traffics = { visits, articles };

const options: LoadOptions = JSON.parse(process.argv[2] ?? '');
const { url, connections, batch, pings, repeat = false, kind, rate } = options;

function request(group: readonly SentPing[]): Buffer {
  const [first] = group;
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
  const bodies = group.map((ping) => ping.body);
  return requestOf(url, JSON.stringify(batch === 1 ? bodies[0] : bodies), headers);
}

/** A body that is large once unpacked: 1 MiB of brackets, about a kilobyte as sent. All come from one address. */
const bomb = () =>
  requestOf(url, gzipSync('['.repeat(1024 * 1024)), {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'X-Forwarded-For': '203.0.113.9',
    'Content-Encoding': 'gzip',
  });

/** Prepared in advance: creating requests takes as long as a bare server takes to respond. */
function prepared(): Buffer[] {
  if (kind === 'bombs') return [bomb()];
  const traffic = traffics[kind]();
  const takePings = () => Array.from({ length: batch }, () => traffic.next().value as SentPing);
  return Array.from({ length: Math.floor(pings / batch) }, () => request(takePings()));
}

const requests = prepared();
const statuses: Sent['statuses'] = {};
const times: number[] = [];
let sent = 0;
const seconds = await drive({
  ...options,
  next: () => requests[repeat ? sent++ % requests.length : sent++],
  // The service closes connections that send bombs.
  reopens: kind === 'bombs',
  restMs: rate === undefined ? 0 : (connections / rate) * 1000,
  onResponse(status, tookMs) {
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(tookMs);
  },
});
const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share));
const accepted = (statuses[202] ?? 0) * batch;
process.stdout.write(`${JSON.stringify({ accepted, statuses, seconds, p50, p95 })}\n`);
