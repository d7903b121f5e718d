/** Views whose numbers add up: by day, by hour, and by site. */

import { raw, type Sql, sql, table } from '@tallyhouse/sql';
import { staleDays } from './trust.ts';
import { type Column, day, listed, type Shards, type Source, site, type View } from './view.ts';

const number = 'UInt64';
const text = 'LowCardinality(String)';

const namesOf = (columns: readonly Column[]) => columns.map(([name]) => name);

/** A sum, over rows of another view (`live`) and over those of a settled table. */
interface DailySum {
  column: Column;
  live: string;
  settled?: string;
}

interface Daily {
  name: string;
  comment: string;
  /** The view of rows, and the settled table, that are added up. */
  of: string;
  from: string;
  by: readonly Column[];
  sums: readonly DailySum[];
  /** A condition on the rows that are counted on each shard. */
  counted?(source: Source): string;
  overShards?(shards: Shards): Sql;
}

/** Sums of a view over what each shard has added up. */
const addedUp = (name: string, by: readonly Column[], sums: readonly Column[]) => (shards: Shards) =>
  sql`
select
    ${listed([...namesOf(by), ...namesOf(sums).map((sum) => `sum(of_shard.${sum}) as ${sum}`)])}
from (
    select *
    from ${shards.views(name)}
) as of_shard
group by
    ${listed(namesOf(by))}`;

/** Sums by site and UTC day. First come the stale days, so that the settled ones are at least as new as the watermarks behind them. */
function daily({ name, comment, of, from, by, sums, counted = () => 'true', overShards }: Daily): View {
  const keys = [site, day, ...by];
  const of_sums = sums.map(({ column }) => column);
  return {
    name,
    comment,
    columns: () => [...keys, ...of_sums],
    rows: (source) => sql`
with
    ${staleDays(from)}
select
    ${listed([...namesOf(keys), ...sums.map(({ column: [sum], live }) => `${live} as ${sum}`)])}
from ${source.view(of)}
where date in stale_days
  and ${raw(counted(source))}
group by
    ${listed(namesOf(keys))}
union all
select
    ${listed([
      'site_id',
      'day as date',
      ...namesOf(by),
      ...sums.map(({ column: [sum], live, settled = live }) => `${settled} as ${sum}`),
    ])}
from ${table(from)}
where site_id != ''
  and day not in stale_days
  and ${raw(counted(source))}
group by
    ${listed(['site_id', 'day', ...namesOf(by)])}`,
    overShards: overShards ?? addedUp(name, keys, of_sums),
  };
}

const visits: DailySum = { column: ['visits', number, 'Sessions that began on the day'], live: 'count()' };

const devices = daily({
  name: 'devices_daily',
  comment: 'Sessions by device and UTC day. All numbers add up',
  of: 'sessions',
  from: 'settled_sessions',
  by: [
    ['browser', text, 'Browser; empty when unknown'],
    ['os', text, 'Operating system; empty when unknown'],
    ['device_type', text, 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown'],
  ],
  sums: [visits],
});

const places = daily({
  name: 'places_daily',
  comment: 'Sessions by place and UTC day. All numbers add up',
  of: 'sessions',
  from: 'settled_sessions',
  by: [
    ['country', text, 'ISO 3166-1 alpha-2 code; empty when unknown'],
    ['region', text, 'State or region; empty when unknown'],
    ['city', text, 'City; empty when unknown'],
  ],
  sums: [visits],
});

const sources = daily({
  name: 'sources_daily',
  comment: 'Sessions by source and UTC day. All numbers add up',
  of: 'sessions',
  from: 'settled_sources',
  by: [
    ['source', text, 'Source of the visits: a name (Google), a domain, or Direct'],
    ['medium', text, 'Kind of source'],
  ],
  sums: [
    { ...visits, settled: 'sum(settled_sources.visits)' },
    {
      column: ['bounces', number, 'Of these, sessions with one pageview'],
      live: 'countIf(bounced)',
      settled: 'sum(settled_sources.bounces)',
    },
  ],
});

const pages = daily({
  name: 'pages_daily',
  comment: 'Pageviews by page and UTC day. All numbers add up',
  of: 'pageviews',
  from: 'settled_pageviews',
  by: [['page_path', text, 'Path of the page']],
  sums: [
    { column: ['views', number, 'Pageviews entered on the day'], live: 'count()' },
    {
      column: ['focus_time_ms', number, 'Sum of the focus times of these pageviews, milliseconds'],
      live: 'sum(focus_time_ms)',
    },
    {
      column: [
        'scroll_depth_sum',
        number,
        'Sum of the scroll depths of these pageviews, percent: divide by views',
      ],
      live: 'sum(scroll_depth)',
    },
  ],
});

const events = daily({
  name: 'events_daily',
  comment: 'Events by name, currency and UTC day. All numbers add up',
  of: 'events',
  from: 'settled_events',
  by: [
    ['event', text, 'Name of the event'],
    ['currency', text, 'ISO 4217 code of the currency of amount; empty for events without revenue'],
  ],
  sums: [
    { column: ['events', number, 'Number of events'], live: 'count()' },
    { column: ['amount', 'Decimal(38, 4)', 'Revenue of these events, less refunds'], live: 'sum(amount)' },
  ],
  counted: ({ isShard }) => (isShard ? "event_id = ''" : 'true'),
  // Events without an id are counted where they are. For those with one, all shards together know which counts.
  overShards: (shards) => sql`
select
    site_id,
    date,
    event,
    currency,
    sum(number) as events,
    sum(revenue) as amount
from (
    select
        site_id,
        date,
        event,
        currency,
        events as number,
        amount as revenue
    from ${shards.views('events_daily')}
    union all
    select
        site_id,
        date,
        event,
        currency,
        1 as number,
        amount as revenue
    from ${shards.view('events')}
    where event_id != ''
)
group by
    site_id,
    date,
    event,
    currency`,
});

/** A shard keeps the state of its visitors, as a visitor may have sessions on several. */
const days: View = {
  name: 'days',
  comment: 'One row per site and UTC day',
  columns: ({ isShard }) => [
    site,
    day,
    ['pageviews', number, 'Pageviews entered on the day'],
    ['sessions', number, 'Sessions that began on the day'],
    ['bounces', number, 'Of these, sessions with one pageview'],
    ['duration_ms', number, 'Sum of the durations of these sessions, milliseconds'],
    [
      'visitors_of_day',
      isShard ? 'AggregateFunction(uniqCombined64(17), UUID)' : number,
      'Visitors of these pageviews. Days do not add up: count(distinct visitor_id) of pageviews is the number of a longer period. Exact up to 4,095',
    ],
  ],
  rows: ({ view, isShard }) => sql`
with
    ${staleDays('settled_totals')}
-- First the stale days, so that the settled ones are at least as new as the watermarks in trust.
select
    site_id,
    date,
    countIf(is_pageview) as pageviews,
    countIf(not is_pageview) as sessions,
    countIf(not is_pageview and bounced) as bounces,
    sum(session_duration_ms) as duration_ms,
    uniqCombined64${raw(isShard ? 'State' : '')}If(17)(visitor_id, is_pageview) as visitors_of_day
from (
    select
        site_id,
        date,
        visitor_id,
        true as is_pageview,
        false as bounced,
        toUInt64(0) as session_duration_ms
    from ${view('pageviews')}
    where date in stale_days
    union all
    select
        site_id,
        date,
        visitor_id,
        false as is_pageview,
        bounced,
        duration_ms as session_duration_ms
    from ${view('sessions')}
    where date in stale_days
)
group by
    site_id,
    date
union all
select
    site_id,
    day as date,
    views as pageviews,
    sessions,
    bounces,
    duration_ms,
    ${raw(isShard ? 'visitors' : 'visitor_count')} as visitors_of_day
from ${table('settled_totals')}
where minutes = 1440
  and site_id != ''
  and day not in stale_days`,
  overShards: (shards) => sql`
select
    site_id,
    date,
    sum(of_shard.pageviews) as pageviews,
    sum(of_shard.sessions) as sessions,
    sum(of_shard.bounces) as bounces,
    sum(of_shard.duration_ms) as duration_ms,
    uniqCombined64Merge(17)(of_shard.visitors_of_day) as visitors_of_day
from (
    select *
    from ${shards.views('days')}
) as of_shard
group by
    site_id,
    date`,
};

const outcomes = ['site_id', 'hour', 'outcome', 'reason'];

export const pingsHourly: View = {
  name: 'pings_hourly',
  comment:
    'Outcomes of received pings by hour. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed',
  columns: () => [
    ['site_id', 'String', 'Site; empty for a dead letter whose site cannot be read'],
    ['hour', "DateTime('UTC')", 'UTC hour of receipt'],
    ['outcome', 'String', 'stored, dropped or dead_lettered'],
    [
      'reason',
      'String',
      'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty',
    ],
    ['pings', number, 'Number of pings'],
  ],
  rows: () => sql`
select
    ${listed([...outcomes, 'pings'])}
from ${table('pings_hourly')}`,
  overShards: (shards) => sql`
select
    ${listed(outcomes)},
    sum(number) as pings
from (
    select
        ${listed(outcomes)},
        pings as number
    from ${shards.views('pings_hourly')}
)
group by
    ${listed(outcomes)}`,
  // A repeated ping lies in the same month. So FINAL merges each month alone, and not at all one that is a single part.
  settings: raw('do_not_merge_across_partitions_select_final = 1'),
};

const time = "DateTime64(3, 'UTC')";

export const sites: View = {
  name: 'sites',
  comment: 'One row per site that has pageviews or events',
  columns: () => [
    site,
    ['first_seen_at', time, 'Time of the first pageview of all time; 1970 when the site has events alone'],
    ['last_ping_at', time, 'Time of the last ping'],
  ],
  rows: () => sql`
select
    site_id,
    cast(max(first_visit_at), 'DateTime64(3, \'UTC\')') as first_seen_at,
    max(ping_at) as last_ping_at
from (
    select
        site_id,
        min(first_seen_at) as first_visit_at,
        toDateTime64(0, 3, 'UTC') as ping_at
    from ${table('visitors')}
    group by site_id
    union all
    select
        site_id,
        toDateTime64(0, 3, 'UTC') as first_visit_at,
        max(last_ping_at) as ping_at
    from ${table('changed_days')}
    where fact = 'ping'
    group by site_id
)
group by site_id`,
  overShards: (shards) => sql`
select
    site_id,
    -- 1970 is a shard with events alone.
    minIf(first_visit_at, first_visit_at > toDateTime64(0, 3, 'UTC')) as first_seen_at,
    max(ping_at) as last_ping_at
from (
    select
        site_id,
        first_seen_at as first_visit_at,
        last_ping_at as ping_at
    from ${shards.views('sites')}
)
group by site_id`,
};

/** They read other views. */
export const dailyViews: readonly View[] = [days, devices, events, pages, places, sources];
