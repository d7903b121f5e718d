import { seconds } from './seconds.ts';

/** A request of a page, as it is stored in `crawls`: that of a crawler, or of a person. Times are milliseconds since 1970. */
export interface CrawlRow {
  /** At most 64 characters. The tables count an id once for a site and UTC day. */
  id: string;
  site_id: string;
  occurred_at: number;
  received_at: number;
  class: 'crawler' | 'person';
  seen_by: 'log' | 'server' | 'tracker';
  hostname: string;
  page_path: string;
  /** 0 when there was none. */
  status: number;
  name: string;
  operator: string;
  purpose: string;
  verified: boolean | null;
  browser: string;
  ip: string;
  user_agent: string;
  referrer: string;
  view_hash: number;
}

/**
 * The version in messages of requests, which distinguishes them from pings. Versions of pings count up from 2. A change of the columns
 * below needs another version, and goes down.
 */
export const crawlVersion = 255;

const label = 'LowCardinality(String)';

/** The columns of a message, after its version. Their comments are those of the table (clickhouse/migrations/0020_crawls.sql). */
export const crawlColumns: readonly { name: string; type: string }[] = [
  ['id', 'String'],
  ['site_id', label],
  ['occurred_at', "DateTime64(3, 'UTC')"],
  ['received_at', "DateTime64(3, 'UTC')"],
  ['class', "Enum8('crawler' = 1, 'person' = 2)"],
  ['seen_by', "Enum8('log' = 1, 'server' = 2, 'tracker' = 3)"],
  ['hostname', label],
  ['page_path', label],
  ['status', 'UInt16'],
  ['name', label],
  ['operator', label],
  ['purpose', label],
  ['verified', 'Nullable(Bool)'],
  ['browser', label],
  ['ip', 'String'],
  ['user_agent', label],
  ['referrer', 'String'],
  ['view_hash', 'UInt32'],
  ['precedence', 'UInt64'],
].map(([name = '', type = '']) => ({ name, type }));

/** 2100: of two rows with one id, the one received earlier has the larger precedence. */
const endOfTimes = 4_102_444_800_000;

/** Encodes a request as one message of the log (codec.ts). */
export function encodeCrawl(row: CrawlRow): Buffer {
  return Buffer.from(
    JSON.stringify([
      crawlVersion,
      row.id,
      row.site_id,
      seconds(row.occurred_at),
      seconds(row.received_at),
      row.class,
      row.seen_by,
      row.hostname,
      row.page_path,
      row.status,
      row.name,
      row.operator,
      row.purpose,
      row.verified,
      row.browser,
      row.ip,
      row.user_agent,
      row.referrer,
      row.view_hash,
      endOfTimes - row.received_at,
    ]),
  );
}
