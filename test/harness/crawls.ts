import type { ClickHouseClient } from '@clickhouse/client';
import type { CrawlRow } from '@tallyhouse/ping';

const emptyCrawl: Omit<CrawlRow, 'id' | 'occurred_at' | 'received_at'> = {
  site_id: 'blog',
  class: 'crawler',
  seen_by: 'log',
  hostname: 'example.org',
  page_path: '/',
  status: 200,
  name: '',
  operator: '',
  purpose: 'other',
  verified: null,
  browser: '',
  ip: '',
  user_agent: '',
  referrer: '',
  view_hash: 0,
};

export type CrawlParts = Partial<CrawlRow> & Pick<CrawlRow, 'occurred_at'>;

/** A whole request from the parts that a test cares about; persons have no name. */
export const crawlRow = (parts: CrawlParts, id: string): CrawlRow => ({
  ...emptyCrawl,
  id,
  received_at: parts.occurred_at,
  ...(parts.class === 'person' && { purpose: '', browser: 'Firefox' }),
  ...parts,
});

const timeOf = (at: number) => new Date(at).toISOString().slice(0, -1);

let inserted = 0;

/** Stores requests in one block. Each has an id of its own, unless it states one. */
export async function insertCrawls(client: ClickHouseClient, rows: readonly CrawlParts[]): Promise<void> {
  await client.insert({
    table: 'crawls',
    format: 'JSONEachRow',
    values: rows.map((parts) => ({
      ...crawlRow(parts, `${inserted++}`),
      occurred_at: timeOf(parts.occurred_at),
      received_at: timeOf(parts.received_at ?? parts.occurred_at),
      precedence: 0,
    })),
  });
}
