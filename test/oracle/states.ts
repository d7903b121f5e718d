import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { parseFilter } from '@tallyhouse/filter';
import { type Relation, settledTablesFor } from '@tallyhouse/query/reader';
import * as relations from '@tallyhouse/query/relations';
import {
  chooseTables,
  createTrust,
  type DayState,
  type Read,
  type SettledTableName,
} from '@tallyhouse/settle';
import { holdsTime } from './chosen.ts';
import { written } from './filter.ts';
import type { ReportRequest } from './request/request.ts';
import type { Site } from './site.ts';
import { day } from './traffic/moment.ts';

const { totals, pageViews, sourceVisits, placeVisits, visitorViews } = relations;
const goals = { goals: [], by: 'visitor', end: 0 } as const;
const nodes = { depth: 3, goal: undefined };

/** The relations of reports that read settled tables. */
const relationsOf: Readonly<Record<string, readonly Relation[]>> = {
  '/overview': [totals],
  '/insights': [totals],
  '/digest': [totals, pageViews, sourceVisits, placeVisits],
  '/pageviews-over-time': [totals, visitorViews],
  '/pages': [pageViews],
  '/search': [pageViews],
  '/pages/:page/engagement': [relations.pageFlow('/')],
  '/sources': [sourceVisits],
  '/geo': [placeVisits],
  '/devices': [relations.deviceVisits],
  '/breakdown': [relations.propertyVisits('browser')],
  '/events': [relations.eventCounts],
  '/events/:event/properties': [relations.eventValues('', '')],
  '/events-over-time': [relations.eventBuckets('')],
  '/funnel': [relations.stepViews(goals), relations.stepEvents({ ...goals, anySession: true })],
  '/crawlers': [relations.crawlsBy(['name'])],
  '/crawlers-over-time': [relations.crawlBuckets],
  '/retention': [relations.firstVisits, relations.visitorPeriods],
  '/attribution': [relations.touches('source')],
  '/journeys': [relations.sessionPaths, relations.journeyViews(nodes), relations.journeyEvents(nodes)],
};

const timesOf = ({ received }: Site) => received.map(({ pinged_at }) => pinged_at);

/** The states of the days with rows of a response; none if all rows come from the entity tables anyway. */
export type States = ReadonlySet<DayState>;

export function statesNow(client: ClickHouseClient): (request: ReportRequest, site: Site) => Promise<States> {
  const trust = createTrust();
  const read: Read = (query, row) => select(client, query, row);
  const known = new Map<string, Promise<(at: number) => DayState | undefined>>();

  /** The states of a site's days, in any request: read once. */
  async function stateAt(tables: readonly SettledTableName[], site: Site) {
    const times = timesOf(site);
    const range = { start: Math.min(...times), end: Math.max(...times) + day };
    const trusted = await trust(read, [tables], site.ids, range);
    const { runs } = only(await trusted.days(chooseTables([trusted])));
    return (at: number) => runs.find(({ from, until }) => from <= at && at < until)?.state;
  }

  return async ({ path, range, filters, dimension }, site) => {
    const types = path === '/breakdown' && dimension === 'visitor_type' ? ['visitor_type:new'] : [];
    const parsed = [...filters.map(written), ...types].flatMap((filter) => parseFilter(filter) ?? []);
    const states = new Set<DayState>();
    for (const relation of relationsOf[path] ?? []) {
      const tables = settledTablesFor(relation, parsed);
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
