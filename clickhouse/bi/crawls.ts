import { columnsIn, crawlColumns, crawlRows } from '@tallyhouse/facts';
import { raw, sql, table } from '@tallyhouse/sql';
import { daysIn, staleDaysOfCrawls } from './trust.ts';
import { columnsOf, listed, site, text, type View } from './view.ts';

const own = ['occurred_at', 'page_path', 'status', 'operator', 'purpose', 'verified', 'hostname'];
const read = ['site_id', ...own, 'name', 'seen_by'];

export const crawls: View = {
  name: 'crawls',
  comment: 'One row per request of a page by a crawler, reported by a log, a server or a dropped ping',
  columns: () => [
    site,
    { name: 'date', type: 'Date', comment: 'UTC day of occurred_at' },
    ...columnsOf(crawlColumns, own),
    ...columnsIn(`
crawler | ${text} | Name of the crawler, such as GPTBot
seen_by | ${text} | Who saw it: log (an import of a log), server (POST /api/crawl) or tracker (a dropped ping)`),
  ],
  given: staleDaysOfCrawls,
  // The live rows come first, so that the settled ones are at least as new as the watermarks behind them.
  rows: () => sql`
select
    site_id,
    toDate(occurred_at) as date,
    ${listed(own)},
    name as crawler,
    toLowCardinality(toString(crawl_rows.seen_by)) as seen_by
from (
    ${crawlRows(read, { siteCondition: raw("site_id != ''"), at: () => sql`toDate(occurred_at) in ${daysIn('stale_days')}`, where: raw("and class = 'crawler'") })}
    union all
    select
        ${listed(read)}
    from ${table('settled_crawls')}
    where site_id != ''
      and day not in ${daysIn('stale_days')}
      and class = 'crawler'
) as crawl_rows`,
  overShards: (shards) => sql`select * from ${shards.views('crawls')}`,
};
