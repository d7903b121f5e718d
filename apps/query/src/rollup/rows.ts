/**
 * Where a report's rows come from. A rollup holds most of the range, the entity tables the rest, and this is the one place
 * that parts them: at the longest stretch over which the rollup is complete (stretch.sql). So a report is exact at any time,
 * however far the rollups hold; what they lack costs time only. With a filter all rows come from the entity tables.
 */

import deviceVisitsLive from './device_visits.live.sql';
import deviceVisits from './device_visits.sql';
import newVisitorsLive from './new_visitors.live.sql';
import newVisitors from './new_visitors.sql';
import pageViewsHead from './page_views.head.sql';
import pageViewsLive from './page_views.live.sql';
import pageViews from './page_views.sql';
import pageViewsTail from './page_views.tail.sql';
import placeVisitsLive from './place_visits.live.sql';
import placeVisits from './place_visits.sql';
import quarterSlots from './quarter-slots.sql';
import siteViewsLive from './site_views.live.sql';
import siteViews from './site_views.sql';
import slots from './slots.sql';
import sourceVisitsLive from './source_visits.live.sql';
import sourceVisits from './source_visits.sql';
import stretch from './stretch.sql';
import totalsLive from './totals.live.sql';
import totals from './totals.sql';
import touched from './touched.sql';
import touchedLate from './touched-late.sql';
import touchedSites from './touched-sites.sql';

interface Source {
  /** The rollup tables that have to be complete. */
  tables: readonly string[];
  /** Length of the shortest slot. */
  shortest: 'hour' | 'quarter';
  /** Selects the hours of the range, at least, with when they were touched; by default those that a ping may lie in. */
  touched?: string;
  /** Selects from the rollup, between `rolled_from` and `rolled_until`. */
  rolled: string;
  /** Selects the same from the entity tables. */
  live: string;
  /** In place of `live` before and after the stretch. */
  head?: string;
  tail?: string;
}

const sources: Readonly<Record<string, Source>> = {
  totals: { tables: ['totals'], shortest: 'quarter', rolled: totals, live: totalsLive },
  new_visitors: {
    tables: ['new_visitors'],
    shortest: 'quarter',
    touched: touchedLate,
    rolled: newVisitors,
    live: newVisitorsLive,
  },
  site_views: {
    tables: ['totals'],
    shortest: 'quarter',
    touched: touchedSites,
    rolled: siteViews,
    live: siteViewsLive,
  },
  page_views: {
    tables: ['page_views', 'carried_views'],
    shortest: 'hour',
    rolled: pageViews,
    live: pageViewsLive,
    head: pageViewsHead,
    tail: pageViewsTail,
  },
  source_visits: {
    tables: ['source_visits'],
    shortest: 'hour',
    rolled: sourceVisits,
    live: sourceVisitsLive,
  },
  place_visits: { tables: ['place_visits'], shortest: 'hour', rolled: placeVisits, live: placeVisitsLive },
  device_visits: {
    tables: ['device_visits'],
    shortest: 'hour',
    rolled: deviceVisits,
    live: deviceVisitsLive,
  },
};

/**
 * A title with its time as one text, which sorts like the pair but costs a third to compare: its time as eight bytes, the
 * greatest first, and the title. substring(..., 9) takes it off again.
 */
const sortable = `title -> concat(
    reinterpretAsFixedString(byteSwap(toUInt64(toUnixTimestamp64Milli(title.1)))),
    title.2
) as sortable`;

const start = "{start:DateTime64(3, 'UTC')}";
const end = "{end:DateTime64(3, 'UTC')}";

/**
 * Fills the slots of a report's SQL, block comments that say `rows: ` and a rollup, with what selects its rows. They may
 * come in several parts for one key, to be added up. The rows use the parameters that every report has.
 * @param filtered whether the report has filters; the rows then hold slots for them in turn (see filter/slots.ts)
 */
export function fillRows(sql: string, filtered: boolean): string {
  return sql.replace(/\/\* rows: (\w+) \*\//g, (slot, name: string) => {
    const source = sources[name];
    if (source === undefined) throw new Error(`no such slot: ${slot}`);
    return filtered ? `with ${sortable}\n${between(source.live, start, end)}` : parts(source);
  });
}

function parts(source: Source): string {
  const { rolled, live, head = live, tail = live } = source;
  return `with
${sortable},
(
${stretchOf(source)}) as rolled,
rolled.1 as rolled_from,
rolled.2 as rolled_until,
-- The whole days and hours that lie within.
toStartOfDay(toDateTime(rolled_from, 'UTC') + interval 86399 second) as first_day,
toStartOfDay(toDateTime(rolled_until, 'UTC')) as last_day,
toStartOfHour(toDateTime(rolled_from, 'UTC') + interval 3599 second) as first_hour,
toStartOfHour(toDateTime(rolled_until, 'UTC')) as last_hour,
(slot, minutes) -> has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(slot)) * 1000)
    and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(slot)) + minutes * 60) * 1000) as whole_bucket
${rolled
  .replace('/* slots */', slots)
  .replaceAll('/* quarter slots */', quarterSlots)
  .replace(
    '/* quarter slots of all sites */',
    quarterSlots.replace('site_id = {site_id:String}', "site_id != ''"),
  )}
union all
${between(head, start, 'rolled_from')}
union all
${between(tail, 'rolled_until', end)}`;
}

const between = (sql: string, from: string, until: string) =>
  sql.replaceAll('/* from */', from).replaceAll('/* until */', until);

function stretchOf({ tables, shortest, touched: touchedHours = touched }: Source): string {
  const marks = tables.map((table) => `select slot, complete_until from ${table} where site_id = ''`);
  return stretch
    .replace('/* touched */', touchedHours)
    .replace('/* marks */', () =>
      marks.length === 1
        ? `select slot as day, complete_until from ${tables[0]} where site_id = ''`
        : `select slot as day, min(complete_until) as complete_until from (${marks.join(' union all ')})
        group by day having count() = ${marks.length}`,
    )
    .replace('/* first slot */', `{${shortest}_after_start:DateTime('UTC')}`)
    .replace('/* last slot */', `{${shortest}_of_end:DateTime('UTC')}`);
}
