import type { Filter } from '@tallyhouse/filter';
import { sessionHoursOf } from '@tallyhouse/settle';
import { type Cluster, empty, raw, type Sql, second, sql, text, texts } from '@tallyhouse/sql';
import type { Range } from '../parameters/range.ts';
import type { Sites } from './sites/sites.ts';
import { hullOf, type Span, spanOf } from './spans.ts';

/** The part of a request that rows depend on. */
export interface About {
  sites: Sites;
  /** The range of the rows. */
  range: Range;
  /** The range of the report: a filter on pages or events selects the sessions that have them in it. */
  period: Range;
  /** Starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range. */
  bucketStarts: readonly number[];
  filters: readonly Filter[];
  /** The shards that have the rows; undefined for one server. */
  cluster?: Cluster | undefined;
}

/** The condition on `site_id`. A list of every site would say nothing, and may be too long for a parameter. */
export function ofSites({ ids, every }: Sites): Sql {
  if (ids.length === 1) return sql`site_id = ${text(ids[0] ?? '')}`;
  return every ? raw("site_id != ''") : sql`site_id in ${texts(ids)}`;
}

/** `site_id, ` before the other columns of a key. With one site it says nothing, and comparing ids alone is faster. */
export const siteColumn = ({ ids }: Sites): Sql => (ids.length === 1 ? empty : raw('site_id, '));

/** Which sessions may be those of some rows. */
export interface Near {
  site: Sql;
  ofSites: Sql;
  /** The condition on `session_hour`. */
  hours: Sql;
  /** A time in seconds: none of the sessions has an earlier hour. */
  earliest: Sql;
  /** The range of the report. */
  period: Range;
}

/** Sessions that may have rows in the spans: tables are sorted by the hour inside their ids. */
export function nearSpans({ sites, range, period }: About, spans: readonly Span[] = [spanOf(range)]): Near {
  const { from, until } = sessionHoursOf(hullOf(spans));
  const earliest = second(Math.floor(from / 1000) * 1000);
  return {
    site: siteColumn(sites),
    ofSites: ofSites(sites),
    hours: sql`session_hour >= ${earliest} and session_hour < ${second(until)}`,
    earliest,
    period,
  };
}

/** Earlier than any visit of a web site. */
const beforeAllVisitors = raw("toDateTime('1990-01-01 00:00:00', 'UTC')");

/** Sessions that events name, whose age has no limit. @param named SQL of their hours: `select <what> from ...` */
export function nearEvents({ sites, period, cluster }: About, named: (what: string) => Sql): Near {
  const near = { site: siteColumn(sites), ofSites: ofSites(sites), period };
  // The shard that is asked would find one number for all of them, from its own events.
  if (cluster)
    return { ...near, hours: sql`session_hour in (${named('session_hour')})`, earliest: beforeAllVisitors };
  const earliest = sql`(${named('min(session_hour)')})`;
  return {
    ...near,
    hours: sql`session_hour >= ${earliest} and session_hour < (${named('max(session_hour) + interval 1 hour')})`,
    earliest,
  };
}
