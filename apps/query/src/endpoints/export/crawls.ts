import { purposes } from '@tallyhouse/crawlers/purposes';
import { bool, final, raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { crawlFilter } from '../../parameters/crawl-filter.ts';
import { atTimes, spanOf } from '../../read/about.ts';
import { defineExport } from '../define/define-export.ts';

export const exportCrawls = defineExport({
  name: 'crawls',
  description: 'One row for each request of a page by a crawler in the period.',
  filter: crawlFilter,
  row: z.object({
    occurred_at: z.iso.datetime().describe('Time of the request.'),
    page_path: z.string().describe('Path of the page.'),
    status: z.int().describe('Status of the response; 0 for a dropped ping, which has none.'),
    operator: z.string().describe('Who runs the crawler; empty when no list names it.'),
    crawler: z.string().describe('Name of the crawler.'),
    purpose: z.enum(purposes).describe('Why it reads pages.'),
    verified: z
      .boolean()
      .nullable()
      .describe('Whether the address is one that the operator publishes; empty where it publishes none.'),
    seen_by: z.enum(['log', 'server', 'tracker']).describe('Who saw it: a log, a server, or a dropped ping.'),
    ip: z
      .string()
      .describe('Address as it was stored: full, shortened, or empty; empty without the right personal.'),
    user_agent: z.string().describe('User agent as sent.'),
    referrer: z.string().describe('Referrer as sent; empty when there was none.'),
    id: z.string().describe('Id of the request: that of the sender, or one derived from the line.'),
  }),
  rows: (read, { site, defused, personal }) => sql`
with
    crawl_rows as (
        select *
        from ${final('crawls')}
        where ${read.siteCondition}
          and class = 'crawler'
          and ${atTimes(raw('occurred_at'), [spanOf(read.range)])}
          ${read.passing('crawls')}
    )
select
    ${site}
    occurred_at,
    ${defused('crawl_rows.page_path', 'page_path')},
    status,
    ${defused('crawl_rows.operator', 'operator')},
    ${defused('name', 'crawler')},
    purpose,
    verified,
    toString(crawl_rows.seen_by) as seen_by,
    if(${bool(personal)}, crawl_rows.ip, '') as ip,
    ${defused('crawl_rows.user_agent', 'user_agent')},
    ${defused('crawl_rows.referrer', 'referrer')},
    ${defused('crawl_rows.id', 'id')}
from crawl_rows
order by
    occurred_at,
    site_id,
    crawl_rows.id`,
});
