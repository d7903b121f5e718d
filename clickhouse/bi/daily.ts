/** Views whose numbers add up, by UTC day. */

import {
  type Column,
  columnsIn,
  eventColumns,
  isFirstOfId,
  pageviewColumns,
  pageviewRows,
  sessionColumns,
  sessionRows,
} from '@tallyhouse/facts';
import { final, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { daysIn, daysOfTrust, isSettled, liveWindowAlone, staleDaysOfEvents, staleRows } from './trust.ts';
import { columnsOf, day, listed, site, text, type View } from './view.ts';

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

/** A sum over rows, and over those of a table of sums where there is one. @param of the name of the rows */
interface DailySum {
  name: string;
  comment: string;
  ofRows(of: string): string;
  ofSums?(of: string): string;
}

interface Daily {
  name: string;
  comment: string;
  by: readonly Column[];
  sums: readonly DailySum[];
}

/** The rows that are added up: of sessions or pageviews. */
export interface Rows {
  /** The settled table, and another one that has their sums. */
  settled: string;
  sumsIn?: string;
  /** The time that decides to which day a row belongs. */
  time: string;
  /** The columns that are added up, or expressions with their names. */
  reads: readonly string[];
  live: typeof sessionRows;
}

const aliased = (sums: readonly DailySum[], sqlOf: (sum: DailySum) => string) =>
  sums.map((sum) => `${sqlOf(sum)} as ${sum.name}`);

/** The rows of days that are not settled. Texts of entity tables are of another type than `by`, those of the view. */
export function staleOf({ live, time, settled, reads }: Rows, by: readonly Column[]): Sql {
  const texts = namesOf(by);
  const ofLive = texts.map((name) => `cast(${name}, 'LowCardinality(String)') as ${name}`);
  return staleRows(
    live(['site_id', `toDate(${time}) as date`, ...ofLive, ...reads], liveWindowAlone),
    ['site_id', 'day as date', ...texts, ...reads],
    settled,
  );
}

/**
 * Sums by site and UTC day. The rows of stale days come first, and are added up here: so settled days are at least as new as the watermarks
 * behind them, and without a stale day nothing of these rows is read.
 */
function daily({ name, comment, by, sums }: Daily, rows: Rows): View {
  const { settled, sumsIn = settled } = rows;
  const keys = [site, day, ...by];
  const columns = [...keys, ...sums.map(({ name, comment }) => ({ name, type: 'UInt64', comment }))];
  return {
    name,
    comment,
    columns: () => columns,
    given: daysOfTrust(...new Set([sumsIn, settled])),
    rows: () => sql`
select
    ${listed([...namesOf(keys), ...aliased(sums, ({ ofRows }) => ofRows('stale'))])}
from (
    ${staleOf(rows, by)}
) as stale
group by all
union all
select
    ${listed(['site_id', 'day as date', ...namesOf(by), ...aliased(sums, ({ ofRows, ofSums = ofRows }) => ofSums(sumsIn))])}
from ${table(sumsIn)}
where site_id != ''
  and ${isSettled}
group by all`,
    overShards: (shards) => sql`
select
    ${listed([...namesOf(keys), ...aliased(sums, (sum) => `sum(of_shard.${sum.name})`)])}
from ${shards.rows(name)} as of_shard
group by all`,
  };
}

export const ofSessions: Rows = {
  settled: 'settled_sessions',
  time: 'first_seen_at',
  reads: [],
  live: sessionRows,
};
export const ofPageviews: Rows = {
  settled: 'settled_pageviews',
  time: 'entered_at',
  reads: [],
  live: pageviewRows,
};

const visits: DailySum = {
  name: 'visits',
  comment: 'Sessions that began on the day',
  ofRows: () => 'count()',
};

const devices = daily(
  {
    name: 'devices_daily',
    comment: 'Sessions by device and UTC day. All numbers add up',
    by: columnsOf(sessionColumns, ['browser', 'os', 'device_type']),
    sums: [visits],
  },
  ofSessions,
);

const places = daily(
  {
    name: 'places_daily',
    comment: 'Sessions by place and UTC day. All numbers add up',
    by: columnsOf(sessionColumns, ['country', 'region', 'city']),
    sums: [visits],
  },
  ofSessions,
);

const sources = daily(
  {
    name: 'sources_daily',
    comment: 'Sessions by source and UTC day. All numbers add up',
    by: columnsOf(sessionColumns, ['source', 'medium']),
    sums: [
      { ...visits, ofSums: (of) => `sum(${of}.visits)` },
      {
        name: 'bounces',
        comment: 'Of these, sessions with one pageview',
        ofRows: () => 'countIf(bounced)',
        ofSums: (of) => `sum(${of}.bounces)`,
      },
    ],
  },
  { ...ofSessions, sumsIn: 'settled_sources', reads: ['bounced'] },
);

const pages = daily(
  {
    name: 'pages_daily',
    comment: 'Pageviews by page and UTC day. All numbers add up',
    by: columnsOf(pageviewColumns, ['page_path']),
    sums: [
      { name: 'views', comment: 'Pageviews entered on the day', ofRows: () => 'count()' },
      {
        name: 'focus_time_ms',
        comment: 'Sum of the focus times of these pageviews, milliseconds',
        ofRows: (of) => `sum(${of}.focus_time_ms)`,
      },
      {
        name: 'scroll_depth_sum',
        comment: 'Sum of the scroll depths of these pageviews, percent: divide by views',
        ofRows: (of) => `sum(${of}.scroll_depth)`,
      },
    ],
  },
  { ...ofPageviews, reads: ['focus_time_ms', 'scroll_depth'] },
);

const nearStale = sql`(notEmpty(stale_days) and toDate(event_hour) in ${daysIn('stale_days')})`;

/** Their days are stale as a whole. Events without an id are counted on each shard; for those with one, all shards together know which counts. */
const events: View = {
  name: 'events_daily',
  comment:
    'Events by name, currency and UTC day. events adds up over everything; amount only within one currency',
  columns: () => [
    site,
    day,
    ...columnsOf(eventColumns, ['event']),
    ...columnsIn(`
currency | ${text} | ISO 4217 code of the currency of amount; empty for events without revenue
events | UInt64 | Number of events
amount | Decimal(38, 4) | Revenue of these events, less refunds`),
  ],
  given: staleDaysOfEvents,
  rows: (isShard) => {
    const withoutId = raw("event_id = ''");
    return sql`
select
    site_id,
    date,
    event,
    currency,
    count() as events,
    sum(revenue) as amount
from (
    select
        site_id,
        toDate(occurred_at) as date,
        event,
        currency,
        amount as revenue
    from ${final('events')}
    where ${nearStale}
      and ${isShard ? withoutId : isFirstOfId(raw('true'), nearStale)}
) as stale
group by all
union all
select
    site_id,
    day as date,
    event,
    currency,
    count() as events,
    sum(settled_events.amount) as amount
from ${table('settled_events')}
where site_id != ''
  and day not in ${daysIn('stale_days')}
  and ${isShard ? withoutId : raw('true')}
group by all`;
  },
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
group by all`,
};

/** Over shards, that of events reads another view. */
export const dailyViews: readonly View[] = [devices, events, pages, places, sources];
