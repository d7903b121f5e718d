/**
 * Load from a process of its own:
 * `node dist/bench/ingest/load.js <url> <seconds> <connections> <pings a request> [requests a second]`.
 * Prints one line of JSON: {"requests", "accepted", "refused", "seconds"}.
 */
import { uuid7 } from '../../harness/uuid7.ts';
import { drive } from '../drive.ts';

const [url = '', seconds = '5', connections = '32', batch = '1', rate = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const counts = { requests: 0, accepted: 0, refused: 0 };

/** A ping as the tracker sends it; each with ids of its own, as otherwise the log would have only one session. */
function ping() {
  return {
    site_id: 'blog',
    type: 'view',
    visitor_id: uuid7(Date.now()),
    session_id: uuid7(Date.now()),
    pageview_id: uuid7(Date.now()),
    url: `https://example.org/articles/${Math.floor(Math.random() * 1000)}?utm_source=newsletter`,
    page_title: 'An article of the usual length - Example',
    referrer: 'https://www.google.com/',
    focus_time_ms: 0,
    scroll_depth: 20,
  };
}

function request(): string {
  const pings = Number(batch) === 1 ? ping() : Array.from({ length: Number(batch) }, ping);
  const body = JSON.stringify(pings);
  return [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Prepared ahead: creating requests would take as long as a bare server takes to answer them. */
const requests = Array.from({ length: Math.max(50, 20_000 / Number(batch)) }, request);
let sent = 0;

const took = await drive({
  url,
  connections: Number(connections),
  seconds: Number(seconds),
  next: () => requests[sent++ % requests.length],
  restMs: Number(rate) === 0 ? 0 : (Number(connections) / Number(rate)) * 1000,
  onResponse(status) {
    counts.requests++;
    if (status.startsWith('HTTP/1.1 202')) counts.accepted += Number(batch);
    else counts.refused += Number(batch);
  },
});
process.stdout.write(`${JSON.stringify({ ...counts, seconds: took })}\n`);
