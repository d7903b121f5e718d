import { partitionOfKey } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { hoursAgo } from '../api/query-service.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

const daysAgo = (days: number) => hoursAgo(24 * days);

/** Traffic on two shards, some of which is deleted. */

export const partitions = 4;
const earlier = daysAgo(2);
export const later = daysAgo(1);

/** On both shards, on two sites. */
export const doomed = uuid7(earlier);
const stays = uuid7(earlier);
/** That of two sessions of a visitor who stays, one on each shard. */
export const address = '203.0.113.9';

const shardOf = (session: string) => (partitionOfKey(session, partitions) % 2) + 1;

/** The id of a session whose pings belong to a shard. */
export function sessionOn(shard: number, at: number): string {
  for (;;) {
    const id = uuid7(at);
    if (shardOf(id) === shard) return id;
  }
}

/** A page view in a session of its own. */
function view(shard: number, at: number, parts: Partial<PingRow> = {}): PingRow {
  const page = { page_path: '/both', page_title: `Title on ${shard} at ${at}`, ip: '203.0.113.1' };
  return pingRow({ pinged_at: at, session_id: sessionOn(shard, at), ...page, ...parts });
}

/** An event in the session of a page view. */
const order = (of: PingRow, shard: number): PingRow => ({
  ...of,
  ping_id: uuid7(of.pinged_at + 1000),
  pinged_at: of.pinged_at + 1000,
  event: 'Order',
  event_id: `order of ${of.visitor_id} on ${shard}`,
});

export const pings: PingRow[] = [1, 2].flatMap((shard) => {
  const bought = view(shard, later, { visitor_id: doomed });
  return [
    view(shard, earlier, { visitor_id: doomed, page_path: `/only/${shard}` }),
    bought,
    order(bought, shard),
    view(shard, earlier, { visitor_id: stays, ip: address }),
    view(shard, later, { visitor_id: stays }),
    view(shard, earlier + 60_000),
    view(shard, later + 60_000, { source: 'Google', medium: 'organic' }),
    view(shard, later, { site_id: 'shop', visitor_id: doomed }),
    view(shard, daysAgo(9), { site_id: 'short' }),
    view(shard, later, { site_id: 'short' }),
  ];
});

export const isOfDoomed = ({ site_id, visitor_id }: PingRow) => site_id === 'blog' && visitor_id === doomed;
export const sessionsOf = (some: readonly PingRow[]) => new Set(some.map(({ session_id }) => session_id));

/** A message of the visitor that ClickHouse refuses, as its first field is no id. */
export const broken = Buffer.from(
  encodeRow(view(2, later, { visitor_id: doomed }))
    .toString()
    .replace(/"[^"]*"/, '"no id"'),
);

/** Pings of the visitor in new sessions, on each shard. */
export const latePings = () => [1, 2].map((shard) => view(shard, later + 7_000, { visitor_id: doomed }));

const exports = ['export/pageviews?format=jsonl&', 'export/sessions?format=jsonl&'];
const reports = ['overview?', 'pageviews-over-time?granularity=day&', 'pages?', 'sources?', 'events?'];
/** Reports and exports of a site. */
export const reportsOf = (site: string): string[] =>
  [...reports, ...exports].map((path) => `/api/v1/${path}site_id=${site}&period=30d`);
