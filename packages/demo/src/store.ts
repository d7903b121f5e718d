import type { LogBatch } from '@tallyhouse/log';
import {
  type CrawlRow,
  crawlVersion,
  encodeCrawl,
  encodeRow,
  type PingRow,
  rowVersion,
  unloggedPartition,
} from '@tallyhouse/ping';
import { crawlsOfDay } from './crawls.ts';

/** Stores pings as the consumer does. */
export type InsertPings = (run: LogBatch & { version: number }) => Promise<void>;

/**
 * Stores the pings of a day, and the lines of its server's log, after `after` and up to `until` (milliseconds since 1970), as the consumer
 * stores a batch, so that all tables are filled as with real pings. Each ping always has the same offset, so storing it again changes
 * nothing.
 * @param pings all pings of the day, from pingsOfDay
 */
export async function storeDay(
  insertPings: InsertPings,
  day: number,
  pings: readonly PingRow[],
  { after = Number.NEGATIVE_INFINITY, until }: { after?: number; until: number },
): Promise<void> {
  const crawls = crawlsWith.get(pings) ?? crawlsOfDay(day, pings);
  crawlsWith.set(pings, crawls);
  const isDue = (at: number) => at > after && at <= until;
  const store = async (version: number, messages: readonly (Buffer | undefined)[], first = 0) => {
    const due = messages.flatMap((value, index) => (value ? [{ value, index }] : []));
    if (due.length === 0) return;
    const offsets = due.map(({ index }) => BigInt(day) * 1_000_000n + BigInt(first + index));
    const values = due.map(({ value }) => value);
    await insertPings({ version, partition: unloggedPartition, offsets, values });
  };
  await store(
    rowVersion,
    pings.map((ping) => (isDue(ping.pinged_at) ? encodeRow(ping) : undefined)),
  );
  await store(
    crawlVersion,
    crawls.map((crawl) => (isDue(crawl.occurred_at) ? encodeCrawl(crawl) : undefined)),
    500_000,
  );
}

/** Generating the log of a day takes some milliseconds. */
const crawlsWith = new WeakMap<readonly PingRow[], CrawlRow[]>();
