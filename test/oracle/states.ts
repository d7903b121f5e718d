import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { parseFilter } from '@tallyhouse/filter';
import { type RowSetName, settledTablesFor } from '@tallyhouse/query/rows';
import { createTrust, type DayState, type Read, type SettledTableName } from '@tallyhouse/settle';
import { holdsTime } from './chosen.ts';
import { written } from './filter.ts';
import type { ReportRequest } from './request/request.ts';
import type { Site } from './site.ts';
import { day } from './traffic/moment.ts';

/** The row sets of the reports that read settled tables. */
const rowSetsOf: Readonly<Record<string, readonly RowSetName[]>> = {
  '/overview': ['totals'],
  '/insights': ['totals'],
  '/digest': ['totals', 'page_views', 'source_visits', 'place_visits'],
  '/pageviews-over-time': ['totals', 'visitor_views'],
  '/pages': ['page_views'],
  '/search': ['page_views'],
  '/pages/:page/engagement': ['page_flow', 'page_readings', 'focus_times'],
  '/sources': ['source_visits'],
  '/geo': ['place_visits'],
  '/devices': ['device_visits'],
  '/breakdown': ['dimension_visits'],
  '/events': ['event_counts'],
  '/events/:event/properties': ['event_values'],
  '/events-over-time': ['event_buckets'],
  '/funnel': ['step_views', 'step_events'],
  '/retention': ['first_visits', 'visitor_periods'],
  '/journeys': ['session_paths', 'journey_views', 'journey_events'],
};

const timesOf = ({ received }: Site) => received.map(({ pinged_at }) => pinged_at);

/** Of the days whose rows make up an answer; none where all rows come from the entity tables anyway. */
export type States = ReadonlySet<DayState>;

/** Tells the states as they are now. */
export function statesNow(client: ClickHouseClient): (request: ReportRequest, site: Site) => Promise<States> {
  const trust = createTrust();
  const read: Read = (sql, values, row) => select(client, sql, row, values);
  const known = new Map<string, Promise<(at: number) => DayState | undefined>>();

  /** The states of the days of a site, whichever of them a request is about: read once. */
  async function stateAt(tables: readonly SettledTableName[], site: Site) {
    const times = timesOf(site);
    const range = { start: Math.min(...times), end: Math.max(...times) + day };
    const { runs } = only(await trust(read, [tables], site.ids, range));
    return (at: number) => runs.find(({ from, until }) => from <= at && at < until)?.state;
  }

  return async ({ path, range, filters }, site) => {
    const parsed = filters.flatMap((filter) => parseFilter(written(filter)) ?? []);
    const states = new Set<DayState>();
    for (const name of rowSetsOf[path] ?? []) {
      const tables = settledTablesFor(name, parsed);
      const times = timesOf(site).filter((at) => holdsTime(range, at));
      if (tables.length === 0 || times.length === 0) continue;
      const key = `${site.ids} ${tables}`;
      const found = known.get(key) ?? stateAt(tables, site);
      known.set(key, found);
      const state = await found;
      for (const at of times) {
        const one = state(at);
        if (one) states.add(one);
      }
    }
    return states;
  };
}
