import { empty, raw, type Sql, sql } from '@tallyhouse/sql';
import type { About } from '../about.ts';
import { bucketOf, milliseconds, noVisitors, startsOf, sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

const storedBucket = (about: About) => bucketOf(about, raw('toInt64(toUnixTimestamp(bucket_at)) * 1000'));

/** Whether a stored bucket is a whole bucket of the report. */
const isWhole = (about: About) => sql`
has(${startsOf(about)}, toInt64(toUnixTimestamp(bucket_at)) * 1000)
and has(${startsOf(about)}, (toInt64(toUnixTimestamp(bucket_at)) + minutes * 60) * 1000)`;

/**
 * Whether the numbers of visitors of stored buckets are those of buckets of the report. With one site on one server, the visitors of a
 * stored bucket are those of one row; else they overlap.
 */
const hasCounts = ({ bucketStarts, sites, cluster }: About) =>
  bucketStarts.length > 1 && sites.ids.length === 1 && cluster === undefined;

const storedTotals = (about: About, visitors: { counted: Sql; state: Sql }, from: Sql) => sql`
select
    ${storedBucket(about)} as bucket,
    views,
    ${visitors.counted} as visitors_counted,
    ${visitors.state} as visitors,
    sessions,
    bounces,
    duration_ms
from ${from}`;

/** Totals by bucket of the report; a report without buckets has one. */
export const totals: Relation = {
  tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
  rows: (from) => sql`
select
    ${bucketOf(from.about, milliseconds('entered_at'))} as bucket,
    count() as views,
    0 as visitors_counted,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions,
    0 as bounces,
    0 as duration_ms
from ${from.pageviews(['entered_at', 'visitor_id'])}
group by bucket
union all
select
    ${bucketOf(from.about, milliseconds('first_seen_at'))} as bucket,
    0 as views,
    0 as visitors_counted,
    ${noVisitors} as visitors,
    count() as sessions,
    countIf(bounced) as bounces,
    sum(session_rows.duration_ms) as duration_ms
from ${from.sessions('first_seen_at', 'bounced', 'duration_ms')}
group by bucket`,
  sums: {
    by: 'quarter',
    bucketed: true,
    // A state of visitors is not read where its number serves.
    rows: ({ about, totals }) =>
      storedTotals(
        about,
        { counted: raw('0'), state: raw('visitors') },
        totals(hasCounts(about) ? sql`and not (${isWhole(about)})` : empty),
      ),
    counts: ({ about, totals }) =>
      hasCounts(about)
        ? storedTotals(
            about,
            { counted: raw('visitor_count'), state: noVisitors },
            totals(sql`and ${isWhole(about)}`),
          )
        : undefined,
  },
};

/** Pageviews by site and bucket. */
export const siteViews: Relation = sumsOf('pageviews', {
  by: ['site_id', 'bucket'],
  metrics: ['views'],
  tables: ['settled_pageviews', 'settled_totals'],
  sums: {
    by: 'quarter',
    bucketed: true,
    rows: ({ about, totals }) => sql`
select
    site_id,
    ${storedBucket(about)} as bucket,
    sum(settled_totals.views) as views
from ${totals()}
group by
    site_id,
    bucket`,
  },
});

/** Visitors and sessions by site. */
export const siteVisits: Relation = {
  tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
  rows: (from) => sql`
select
    site_id,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions
from ${from.pageviews(['site_id', 'visitor_id'])}
group by site_id
union all
select
    site_id,
    ${noVisitors} as visitors,
    count() as sessions
from ${from.sessions('site_id')}
group by site_id`,
  sums: {
    by: 'quarter',
    bucketed: true,
    rows: ({ totals }) => sql`
select
    site_id,
    visitors,
    sessions
from ${totals()}`,
  },
};
