/** Views whose numbers add up, by UTC day. */

import { eventColumns, pageviewColumns, sessionColumns, sourceColumns } from '@tallyhouse/facts';
import { raw, type Sql, sql, table } from '@tallyhouse/sql';
import { staleDays } from './trust.ts';
import {
  type Column,
  columnsOf,
  day,
  listed,
  type Shards,
  type Source,
  site,
  text,
  type View,
} from './view.ts';

const number = 'UInt64';

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
  by: columnsOf(sessionColumns, ['browser', 'os', 'device_type']),
  sums: [visits],
});

const places = daily({
  name: 'places_daily',
  comment: 'Sessions by place and UTC day. All numbers add up',
  of: 'sessions',
  from: 'settled_sessions',
  by: columnsOf(sessionColumns, ['country', 'region', 'city']),
  sums: [visits],
});

const sources = daily({
  name: 'sources_daily',
  comment: 'Sessions by source and UTC day. All numbers add up',
  of: 'sessions',
  from: 'settled_sources',
  by: columnsOf(sourceColumns, ['source', 'medium']),
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
  by: columnsOf(pageviewColumns, ['page_path']),
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
    ...columnsOf(eventColumns, ['event']),
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

/** They read other views. */
export const dailyViews: readonly View[] = [devices, events, pages, places, sources];
