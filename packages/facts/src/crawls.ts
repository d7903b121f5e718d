import { final, raw, type Sql, sql } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';

/** What reports about requests of pages by crawlers and persons read, besides the site. The export reads all columns of `crawls`. */
export const crawlColumns: readonly Column[] = columnsIn(`
occurred_at | DateTime64(3, 'UTC') | Time of the request; it counts in the period that contains this time | T64, ZSTD(1)
class | Enum8('crawler' = 1, 'person' = 2) | Who asked: a crawler, or what looks like a browser
seen_by | Enum8('log' = 1, 'server' = 2, 'tracker' = 3) | Who saw it. log: an import of a log. server: POST /api/crawl. tracker: a ping that was dropped as that of a bot
hostname | LowCardinality(String) | Host of the page; empty when it is not known
page_path | LowCardinality(String) | Path of the page
status | UInt16 | Status of the response; 0 of a ping, which has none
name | LowCardinality(String) | Name of the crawler, such as GPTBot; empty of a person
operator | LowCardinality(String) | Who runs the crawler, such as OpenAI; empty when unknown, and of a person
purpose | LowCardinality(String) | What the crawler reads for: training, answers, agent, search, preview, monitor, seo or other; empty of a person
verified | Nullable(Bool) | Whether the address is one that the operator publishes; null where it publishes none, and of a person
browser | LowCardinality(String) | Browser of a person; empty of a crawler
view_hash | UInt32 | Of a person: hash by which its pageview is found, another one every 30 days; 0 of a crawler`);

/**
 * The state of the distinct pages of requests. Hashes of 64 bits take half the bytes and half the time of texts, of which ClickHouse keeps
 * hashes of 128: among a million pages, two share one in 40 million cases.
 */
export const distinctPages = 'uniqExactState(xxh3(page_path))';

/** Which requests are wanted. */
export interface CrawlWindow {
  /** The condition on `site_id`. */
  ofSites: Sql;
  /** The condition that a time is in the window. @param time a column */
  at(time: string): Sql;
  /** Further conditions on the columns of the rows, `and` before each. */
  where?: Sql;
}

/** Requests in a window. @param columns of `crawls`, among them `site_id` */
export const crawlRows = (
  columns: readonly string[],
  { ofSites, at, where = raw('') }: CrawlWindow,
): Sql => sql`
select
    ${raw(columns.join(',\n'))}
from ${final('crawls')}
where ${ofSites}
  and ${at('occurred_at')}
  ${where}`;
