import { hour } from '@tallyhouse/facts';
import type { ListedSites } from '@tallyhouse/sites';
import { type Sql, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Compare, compareOrPrevious, type Match, match } from '../parameters/compare.ts';
import { comparedRange } from '../parameters/compared-range.ts';
import { limitOrAll } from '../parameters/limit.ts';
import type { Range } from '../parameters/range.ts';
import { page, type Shown, visitorsOf } from '../read/list.ts';
import { startsOf } from '../read/metrics.ts';
import type { Build, Reader } from '../read/reader.ts';
import { siteViews, siteVisits } from '../read/relations/totals.ts';
import type { Sites } from '../read/sites.ts';
import { changeOf, growthRate } from '../reply/comparison.ts';
import { count, instant } from '../reply/reply.ts';
import { defineList, type ReportContext } from './define/endpoint.ts';

const configured = () => z.string().nullable().describe('null when the service does not know.');

export const siteRow = z.object({
  site_id: z.string(),
  name: configured(),
  group: configured(),
  timezone: configured(),
  pageviews: count().describe('Pageviews of the period.'),
  unique_visitors: count().describe('Distinct visitors with a pageview in the period.'),
  sessions: count().describe('Sessions whose first ping is in the period.'),
  change: z
    .number()
    .nullable()
    .describe(
      'Growth of unique_visitors since the period before, or that of compare, percent; null when there were none, or no such period.',
    ),
  last_ping_at: instant.nullable().describe('Time of its last ping of all time; null when none is stored.'),
  sparkline: z
    .array(count())
    .describe(
      'Pageviews of equal parts of the period, in order: 24 up to 48 hours, else 30. They add up to pageviews.',
    ),
});

const comparedRow = siteRow.extend({
  previous: count()
    .nullable()
    .optional()
    .describe('Only with compare: pageviews of the compared range; null when there is none.'),
  growth_rate: growthRate('growth of pageviews, percent of previous; null when previous is 0.'),
});

const row = siteRow.pick({ site_id: true, pageviews: true, last_ping_at: true, sparkline: true });
const visitsRow = siteRow.pick({ site_id: true, unique_visitors: true, sessions: true });
const viewsRow = siteRow.pick({ site_id: true, pageviews: true });

export type SiteRow = z.output<typeof siteRow>;
type ComparedRow = z.output<typeof comparedRow>;

/** The sites with their last ping, and their views by bucket. */
const siteList = (read: Reader, shown: Shown): Sql => sql`
with
    site_pings as (
        select
            site_id,
            -- 0 where a deletion has yet to find out.
            nullIf(max(last_ping_at), toDateTime64(0, 3, 'UTC')) as last_ping
        from ${table('changed_days')}
        where fact = 'ping'
          and ${read.siteCondition}
        group by site_id
    ),
    period_views as (
        select
            site_id,
            sumForEach(arrayMap(start -> if(bucket = start, views, 0), ${startsOf(read)})) as views_by_bucket
        from (
            ${read.rows(siteViews)}
        )
        group by site_id
    )
select
    site_id,
    arrayResize(views_by_bucket, length(${startsOf(read)})) as sparkline,
    arraySum(sparkline) as pageviews,
    last_ping as last_ping_at
from site_pings
left any join period_views using site_id
order by
    pageviews desc,
    site_id
${page(shown)}`;

const visitsOfSites = (read: Reader): Sql => sql`
select
    site_id,
    ${visitorsOf('visitors')} as unique_visitors,
    sum(site_visits.sessions) as sessions
from (
    ${read.rows(siteVisits)}
) as site_visits
group by site_id`;

const viewsOfSites = (read: Reader): Sql => sql`
select
    site_id,
    sum(site_views.views) as pageviews
from (
    ${read.rows(siteViews)}
) as site_views
group by site_id`;

export function toldOf(site_id: string, { sites }: ListedSites) {
  const { name = null, group = null, timezone = null } = sites.get(site_id) ?? {};
  return { site_id, name, group, timezone };
}

/**
 * Rows of the list, with their growth since the compared period.
 * @param comparison.ofViews whether they already have their earlier pageviews
 */
export async function readSites(
  { query, range, values, listed }: ReportContext,
  { ofViews, ...comparison }: { compare: Compare; match?: Match | undefined; ofViews?: boolean },
  { sites, limit, offset }: Shown & { sites: Sites },
) {
  const bucketStarts = sparklineStarts(range);
  const build = (read: Reader) => siteList(read, { limit, offset });
  const list = query(build, row, { filters: [], bucketStarts, sites });
  // When all sites are shown, their visitors need not wait for the list.
  const shown: Sites | Promise<Sites> =
    offset === 0 && sites.ids.length <= limit
      ? sites
      : list.then(({ rows }) => ({ ids: rows.map(({ site_id }) => site_id), every: false }));
  const bySite = async <Row extends { site_id: string }>(build: Build, row: z.ZodType<Row>, range: Range) => {
    const { rows } = await query(build, row, { filters: [], sites: await shown, range });
    return new Map(rows.map((row) => [row.site_id, row]));
  };
  const before = comparedRange({ ...values, ...comparison }, range);
  const [{ rows, total }, now, then, viewsThen] = await Promise.all([
    list,
    bySite(visitsOfSites, visitsRow, range),
    before && bySite(visitsOfSites, visitsRow, before),
    ofViews && before && bySite(viewsOfSites, viewsRow, before),
  ]);
  const data = rows.map(({ site_id, pageviews, ...pings }): ComparedRow => {
    const { unique_visitors = 0, sessions = 0 } = now.get(site_id) ?? {};
    const earlier = then ? (then.get(site_id)?.unique_visitors ?? 0) : null;
    const { growth_rate: change } = changeOf(unique_visitors, earlier);
    const row = { ...toldOf(site_id, listed), pageviews, unique_visitors, sessions, change, ...pings };
    if (!ofViews) return row;
    const views = viewsThen ? (viewsThen.get(site_id)?.pageviews ?? 0) : null;
    const { previous, growth_rate } = changeOf(pageviews, views);
    return { ...row, previous, growth_rate };
  });
  return { rows: data, total };
}

export const sites = defineList({
  path: '/sites',
  description:
    'Every site that the key may read and that ever sent a ping, by pageviews in the period. site_id and filter are checked as in every report, and have no effect.',
  parameters: { limit: limitOrAll, compare: compareOrPrevious, match },
  response: z.array(comparedRow),
  everySite: true,
  read(context) {
    const { sites, values } = context;
    const { compare = 'previous', match } = values;
    const ofViews = values.compare !== undefined;
    return readSites(context, { compare, match, ofViews }, { ...values, sites });
  },
});

/** Sums are stored by hour and by quarter hour. */
const units = [hour, hour / 4] as const;

/** The starts of the parts of a sparkline, milliseconds since 1970: full hours when parts are long, else quarter hours. */
export function sparklineStarts({ start, end }: Range): number[] {
  const parts = end - start <= 48 * hour ? 24 : 30;
  // In a period of a few milliseconds, the last parts begin after its end and are empty.
  const length = Math.max((end - start) / parts, 1);
  const unit = units.find((unit) => length >= 6 * unit) ?? 1;
  return Array.from({ length: parts }, (_, part) =>
    part === 0 ? start : Math.floor((start + part * length) / unit) * unit,
  );
}
