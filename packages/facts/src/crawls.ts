import { empty, final, raw, type Sql, sql } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';
import type { EventWindow } from './events.ts';

/** The columns that reports about requests read, besides the site. The export reads all columns of `crawls`. */
export const crawlColumns: readonly Column[] = columnsIn(`
occurred_at | DateTime64(3, 'UTC') | Time of the request; it counts in the period that contains this time | T64, ZSTD(1)
class | Enum8('crawler' = 1, 'person' = 2) | Who asked: a crawler, or what looks like a browser
seen_by | Enum8('log' = 1, 'server' = 2, 'tracker' = 3) | Who saw it. log: an import of a log. server: POST /api/crawl. tracker: a ping that was dropped as that of a bot
hostname | LowCardinality(String) | Host of the page; empty when it is not known
page_path | LowCardinality(String) | Path of the page
status | UInt16 | Status of the response; 0 for a ping, which has none
name | LowCardinality(String) | Name of the crawler, such as GPTBot; empty for a person
operator | LowCardinality(String) | Who runs the crawler, such as OpenAI; empty when unknown, and for a person
purpose | LowCardinality(String) | Why the crawler reads: training, answers, agent, search, preview, monitor, seo or other; empty for a person
verified | Nullable(Bool) | Whether the address is one that the operator publishes; null where it publishes none, and for a person
browser | LowCardinality(String) | Browser of a person; empty for a crawler
view_hash | UInt32 | For a person, the hash that finds the pageview, another one each month; 0 for a crawler
counts_page | Bool | Of a settled day: whether its page counts by this request, one of those of the same page, host and crawler`);

/** What tells the rows of lists of crawlers apart. */
export const crawlerKeys = 'class, seen_by, hostname, name, operator, purpose';
const countsPage = `row_number() over (partition by site_id, ${crawlerKeys}, page_path) = 1`;

/**
 * Distinct pages, as hashes of 64 bits: the chance that two of a million pages share one is 1 in 40 million. On settled days they are
 * arrays, because ClickHouse takes longer to read the state of a set than to find what is distinct in arrays.
 */
export const distinctPages = {
  live: 'groupUniqArray(xxh3(page_path))',
  settled: 'groupArrayIf(xxh3(page_path), counts_page)',
};

/** Requests in a window. @param columns of `crawls`, among them `site_id`; `counts_page` is computed */
export const crawlRows = (
  columns: readonly string[],
  { siteCondition, at, where = empty }: Pick<EventWindow, 'siteCondition' | 'at' | 'where'>,
): Sql => sql`
select
    ${raw(columns.map((column) => (column === 'counts_page' ? countsPage : column)).join(',\n'))}
from ${final('crawls')}
where ${siteCondition}
  and ${at('occurred_at')}
  ${where}`;
