import { raw, type Sql, sql } from '@tallyhouse/sql';
import type { Target } from '../target.ts';

const ofSite = sql`site_id = {site:String}`;

/** The id of a request of a page in a plan, and in `forgotten` as that of a ping. It counts for a day. */
export const requestId = 'reinterpretAsUUID(MD5(concat(toString(toDate(occurred_at)), id)))';

/** The condition for the requests of pages to delete, not for accounts, which have no site. Nothing in those of a person identifies the person. */
export function crawlsOf({ kind }: Pick<Target, 'kind'>): Sql {
  switch (kind) {
    case 'site':
      return ofSite;
    case 'before':
      return sql`${ofSite} and site_id != '' and occurred_at < toDateTime64({day:Date}, 3, 'UTC')`;
    case 'ip':
      return sql`${ofSite} and ip = {address:String}`;
    case 'forgotten':
      return sql`${ofSite} and ${raw(requestId)} in (select id from deleting where what = 'ping')`;
    default:
      return sql`false`;
  }
}

export const daysOfCrawls = (about: Pick<Target, 'kind'>): Sql => sql`
insert into deleting (what, site_id, name, at)
select distinct
    'day',
    {site:String},
    arrayJoin(['settled_crawls', 'changed_days']),
    toDateTime64(toStartOfDay(occurred_at), 3, 'UTC')
from crawls
where ${crawlsOf(about)}`;
