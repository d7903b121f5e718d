import { select } from '@tallyhouse/clickhouse';
import { parseFilter, parseGoal } from '@tallyhouse/filter';
import type { PingRow } from '@tallyhouse/ping';
import { createReader, nameOf, type Reader, type Relation, wantedBy } from '@tallyhouse/query/reader';
import * as relations from '@tallyhouse/query/relations';
import { readingSettings } from '@tallyhouse/query/settings';
import type { Sites } from '@tallyhouse/query/sites';
import {
  chooseTables,
  createTrust,
  type DayState,
  type Read,
  rebuildDay,
  settledTables,
} from '@tallyhouse/settle';
import { empty, join, raw, render, sql, text } from '@tallyhouse/sql';
import fc from 'fast-check';
import { z } from 'zod';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { crawlsOf } from '../oracle/traffic/crawls.ts';
import { hash } from '../oracle/traffic/id.ts';
import { plannedTraffic } from '../oracle/traffic/planned.ts';
import { trafficOf } from '../oracle/traffic/traffic.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Long ago for the database, so that each ping is late and may move any later first visit. */
const anchor = Date.parse('2026-01-01T00:00:00Z');

const sorted = (columns: string) => `arraySort(groupArray(${columns}))`;
const conversionRows = sorted('(converted_at, properties, session_id, visitor_id, amount, currency)');
const sessionSums = 'sum(sessions), sum(bounces), sum(duration_ms)';
const pageSums = 'sum(views), sum(first_views), sum(focus_time_ms), sum(scroll_depth)';
const crawlSums = 'sum(requests), sum(errors), sum(verified), sum(verifiable)';
const uniqVisitors = 'uniqCombined64Merge(17)(visitors)';
const p75 = (column: string) => `quantileExactMerge(0.7499999999)(${column}_values)`;

function goal(text: string) {
  const parsed = parseGoal(text);
  if (parsed === undefined) throw new Error(`no goal: ${text}`);
  return parsed;
}
const properties = ['source', 'channel', 'entry_page', 'country'];
const asked = ['/'];
const steps = { goals: [goal('page:/'), goal('event:Signup')], by: 'visitor' } as const;
const journey = { depth: 3, goal: goal('page:/') };
const ofVisits = [
  [{ as: 'page', column: 'page_path' }],
  [{ as: 'exit', column: 'exit_page' }],
  ['bounced', 'duration_ms', 'visitor_id'],
] as const;

/** A relation, and what a report makes of it: values of the rows of each key, or of all rows. */
type Summed = [relation: Relation | ((end: number) => Relation), key: string, values: string];

const summed: Record<string, Summed> = {
  totals: [relations.totals, 'bucket', `sum(views), ${uniqVisitors} + sum(visitors_counted), ${sessionSums}`],
  siteViews: [relations.siteViews, 'site_id, bucket', 'sum(views)'],
  siteVisits: [relations.siteVisits, 'site_id', `${uniqVisitors}, sum(sessions)`],
  newVisitors: [relations.newVisitors, 'bucket', 'uniqCombined64Merge(17)(new_visitors)'],
  bucketNewcomers: [relations.bucketNewcomers, 'bucket', sorted('visitor_id')],
  visitorViews: [relations.visitorViews, 'bucket, visitor_id', 'count()'],
  sessionTotals: [relations.sessionTotals, 'bucket', sessionSums],
  pageViews: [relations.pageViews, 'page_path', pageSums],
  pageViewsOfSites: [relations.pageViewsOfSites, 'site_id, page_path', pageSums],
  pageFlow: [relations.pageFlow('/'), 'next_page', 'sum(views), sum(first_views), sum(entries)'],
  pageReadings: [
    relations.pageReadings('/'),
    '',
    'sum(views), max(words), sum(focus_time_ms), sum(scroll_depth), sumForEach(views_by_depth)',
  ],
  viewsBy: [relations.viewsBy('os'), 'os', 'sum(views)'],
  vitalValues: [
    relations.vitalValues('page_path'),
    'page_path',
    `${p75('lcp_ms')}, ${p75('cls')}, sumForEach(inp_ms_counts), sumForEach(cls_counts)`,
  ],
  vitalBuckets: [relations.vitalValues('bucket'), 'bucket', `${p75('ttfb_ms')}, sumForEach(fcp_ms_counts)`],
  focusTimes: [relations.focusTimes('/'), '', sorted('focus_time_ms')],
  sourceVisits: [relations.sourceVisits, 'source, medium', `sum(visits), ${uniqVisitors}, sum(bounces)`],
  placeVisits: [relations.placeVisits, 'country, region, city', 'sum(visits)'],
  deviceVisits: [relations.deviceVisits, 'browser, os, device_type', 'sum(visits)'],
  propertyVisits: [
    relations.propertyVisits('browser'),
    'value',
    `sum(visits), ${uniqVisitors}, sum(bounces)`,
  ],
  channelVisits: [relations.propertyVisits('channel'), 'value', 'sum(visits)'],
  exitVisits: [relations.propertyVisits('exit_page'), 'value', 'sum(visits)'],
  eventCounts: [
    relations.eventCounts,
    'event',
    `sum(events), ${uniqVisitors}, uniqExactMerge(sessions) + sum(sessions_counted), sum(amount)`,
  ],
  eventProperties: [relations.eventProperties('Signup'), 'property', 'sum(events)'],
  eventValues: [
    relations.eventValues('Signup', 'plan'),
    'value, currency',
    `sum(events), ${uniqVisitors}, sum(amount)`,
  ],
  eventBuckets: [relations.eventBuckets('Signup'), 'bucket', `sum(events), ${uniqVisitors}`],
  eventsOfPeriod: [
    relations.eventsOfPeriod,
    '',
    sorted('(occurred_at, ping_id, event_id, page_path, session_id, visitor_id, props)'),
  ],
  eventConversions: [relations.conversions(goal('event:Signup;page:/|/a'), properties), '', conversionRows],
  pageConversions: [
    relations.conversions(goal('page:/|/a'), [...properties, 'exit_page']),
    '',
    conversionRows,
  ],
  propertyVisitors: [relations.propertyVisitors(properties), properties.join(', '), uniqVisitors],
  touches: [relations.touches('entry_page'), 'visitor_id', sorted('(first_seen_at, value, is_direct)')],
  pageVisitors: [relations.pageVisitors(asked), 'page_path', uniqVisitors],
  pageSessions: [
    relations.pageSessions(...ofVisits, empty),
    'page, exit',
    sorted('(visitor_id, bounced, duration_ms)'),
  ],
  pageEntries: [
    relations.pageEntries(['page_path'], asked, []),
    'session',
    sorted('(page_path, entered_at)'),
  ],
  stepViews: [(end) => relations.stepViews({ ...steps, end }), 'who', sorted('(moment, tie, steps)')],
  stepEvents: [
    (end) => relations.stepEvents({ ...steps, end, anySession: true }),
    'who',
    sorted('(moment, tie, steps)'),
  ],
  firstVisits: [relations.firstVisits, 'visitor_id', 'max(cohort)'],
  visitorPeriods: [relations.visitorPeriods, 'visitor_id', 'groupBitOr(periods)'],
  journeyViews: [
    relations.journeyViews(journey),
    'session',
    `arrayMap(row -> (row.1, row.3, row.4), ${sorted('(moment, tie, node, is_match)')})`,
  ],
  journeyEvents: [relations.journeyEvents(journey), 'session', sorted('(moment, node, is_match)')],
  sessionPaths: [relations.sessionPaths, 'node_1, node_2, node_3, node_4, node_5, node_6', 'count()'],
  sessionEvents: [relations.sessionEvents, 'site_id, session_id', sorted('(event, props)')],
  sessionPages: [relations.sessionPages, 'site_id, session_id', sorted('page_path')],
  crawlers: [
    relations.crawlsBy(['name', 'operator', 'purpose']),
    'name, operator, purpose',
    `${crawlSums}, uniqExactArray(pages)`,
  ],
  crawledPages: [relations.crawlsBy(['page_path']), 'page_path', crawlSums],
  crawlBuckets: [relations.crawlBuckets, 'bucket', 'sum(requests), sum(errors)'],
  lines: [relations.linesBy(['browser']), 'browser', 'sum(requests), sum(by_crawlers), sum(failed)'],
  linesOfPersons: [
    relations.linesOfPersons('page_path'),
    'line_key',
    sorted('(site_id, view_hash, requested_at)'),
  ],
};

/** The fact whose queries it is in. */
const factOf = ([relation]: Summed) =>
  (['event', 'crawl'] as const).find(
    (fact) => typeof relation === 'object' && relation.tables.some((table) => table === `settled_${fact}s`),
  );

/** Some relations in one query; a key whose sums are all empty is no row. */
const together = (some: readonly [string, Summed][]) => (read: Reader) =>
  join(
    some.map(([name, [relation, key, values]]) => {
      const rows = read.rows(typeof relation === 'object' ? relation : relation(read.range.end));
      return sql`
select ${text(name)} as row_set, toString((${raw(key && `${key}, `)}${raw(values)})) as line
from (
    ${rows}
)
${raw(key && `group by ${key}`)}`;
    }),
    '\nunion all\n',
  );

/** All relations in four queries: fewer would have more elements than ClickHouse allows, and take it a while to analyse. */
const others = Object.entries(summed).filter(([, one]) => factOf(one) === undefined);
const everything = [
  ...(['event', 'crawl'] as const).map((fact) =>
    Object.entries(summed).filter(([, one]) => factOf(one) === fact),
  ),
  others.slice(0, others.length / 2),
  others.slice(others.length / 2),
].map(together);

/** Six traffics around one moment, as two sites of a hundred and more sessions. */
const pings = fc
  .sample(plannedTraffic, { numRuns: 20, seed: 1 })
  .map((plan) => trafficOf({ ...plan, anchor: { at: anchor, timezone: 'UTC' } }))
  .filter(({ pings }) => pings.length > 20)
  .slice(0, 6)
  .flatMap((one) => one.pings)
  .map((ping): PingRow => ({ ...ping, site_id: ping.site_id === 'a' ? 'blog' : 'shop' }))
  .sort((one, other) => one.pinged_at - other.pinged_at);
const dates = Array.from({ length: 11 }, (_, index) =>
  new Date(anchor + (index - 5) * day).toISOString().slice(0, 10),
);

const oneSite: Sites = { ids: ['blog'], every: false };
const everySite: Sites = { ids: ['blog', 'shop'], every: true };

/** No filter, filters on sessions, and filters on pages; for one site and several. */
const questions: { sites: Sites; filter: string[] }[] = [
  { sites: oneSite, filter: [] },
  { sites: everySite, filter: [] },
  { sites: { ids: ['shop', 'blog'], every: false }, filter: ['country:NL', 'channel!:Direct'] },
  { sites: oneSite, filter: ['page:/|/a', 'country!:NL'] },
];

const trust = createTrust();
const db = forAllTests(createTestDatabase);
const read: Read = (query, row) => select(db.reader, query, row);

/** A whole number below a bound: it looks random, and is always the same. */
const draw = (name: string, below: number) => Number.parseInt(hash(name).slice(0, 8), 16) % below;

/** Rebuilds, leaves and drops days in turn. @param isRead whether a day is in a range that will be asked for */
async function settle(phase: number, isRead: (date: string) => boolean): Promise<void> {
  const each = settledTables.map(async (table) => {
    for (const [index, date] of dates.entries()) {
      if (!isRead(date)) continue;
      const fate = phase === 0 ? 0 : (index + draw(`phase ${phase}`, 3)) % 3;
      if (fate === 0) await rebuildDay(db.client, table, date, { lagMs: 0 });
      if (fate === 2)
        await db.client.command({ query: `alter table ${table.stored} drop partition '${date}'` });
    }
  });
  await Promise.all(each);
}

interface Asked {
  start: number;
  end: number;
  bucketStarts: number[];
}

/** Ranges of any length, mostly with odd milliseconds, cut into buckets of a report. */
const ranges = (phase: number, count: number) =>
  Array.from({ length: count }, (_, index): Asked => {
    const drawn = (what: string, below: number) => draw(`range ${phase} ${index} ${what}`, below);
    /** A quarter of them at midnight, a quarter at the time of a ping. */
    const edge = (at: number, what: string) => {
      const kind = drawn(`${what} edge`, 4);
      if (kind === 0) return Math.floor(at / day) * day;
      return (kind === 1 && pings.find(({ pinged_at }) => pinged_at >= at)?.pinged_at) || at;
    };
    const start = edge(anchor - 5 * day + drawn('start', 8 * day), 'start');
    const end = edge(start + day + drawn('length', 5 * day), 'end');
    const step = [day, hour, 90 * minute, 30 * day][drawn('step', 4)] ?? day;
    const first = Math.floor(start / day) * day + 45 * minute;
    const inside = Array.from({ length: 400 }, (_, bucket) => first + bucket * step);
    return { start, end, bucketStarts: [start, ...inside.filter((at) => at > start && at < end)] };
  });

/** The rows of every relation, and the states of the days with pings in the range. */
async function answers({ start, end, bucketStarts }: Asked, { sites, filter }: (typeof questions)[number]) {
  const range = { start, end };
  const filters = filter.flatMap((one) => parseFilter(one) ?? []);
  const about = { sites, range, period: range, bucketStarts, filters, now: end };
  const days = { start: Math.floor(start / day) * day, end: Math.ceil(end / day) * day };
  const sets = everything.flatMap((build) => wantedBy(build, about).map(({ tables }) => tables));
  const looked = await trust(read, sets, sites.every ? undefined : sites.ids, days);
  const tables = chooseTables([looked]);
  const found = await looked.days(tables);
  const trusted = new Map(
    sets.flatMap((set, index) => {
      // Half of them look up changed sessions, as if there were many.
      const named = draw(`named ${start} ${nameOf(set)}`, 2) === 0;
      const one = found[index];
      return one ? [[nameOf(set), named ? one : { ...one, changedSessions: undefined }] as const] : [];
    }),
  );
  const rowsOf = async (build: (typeof everything)[number], settled: typeof trusted) => {
    const statement = render(build(createReader(about, settled)), undefined, tables);
    const result = await db.reader.query({
      query: `select row_set, line from (${statement.sql}) order by row_set, line`,
      query_params: statement.values,
      clickhouse_settings: readingSettings,
      format: 'JSONCompactEachRow',
    });
    return z.array(z.tuple([z.string(), z.string()])).parse(await result.json());
  };
  const rows = async (settled: typeof trusted) =>
    (await Promise.all(everything.map((build) => rowsOf(build, settled)))).flat();
  const hasPings = (from: number, until: number) =>
    pings.some(({ pinged_at: at }) => at >= Math.max(from, start) && at < Math.min(until, end));
  const runs = trusted.get('settled_sessions')?.runs ?? [];
  const states = runs.filter(({ from, until }) => hasPings(from, until)).map(({ state }) => state);
  const [branches, live] = await Promise.all([rows(trusted), rows(new Map())]);
  return { branches, live, states: new Set<DayState>(states) };
}

/**
 * Tests that each relation gives the same rows from days in any state as from the entity tables.
 * @param count ranges in each of two phases of storing and settling, and questions about each range
 * @param fewest how often each state of days must occur; the traffic is always the same
 */
export function testBranches(count: { ranges: number; questions: number }, fewest: number): void {
  test('each row set gives the same rows from days in any state as from the entity tables', async () => {
    const asked = [[], ranges(1, count.ranges), ranges(2, count.ranges)];
    const isRead = (date: string) =>
      asked.flat().some(({ start, end }) => Date.parse(date) + day > start && Date.parse(date) < end);
    const met = { settled: 0, changed: 0, live: 0, mixed: 0 };
    for (let phase = 0; phase < 3; phase++) {
      // Some pings of each session come now, some later, some twice.
      const of = (ping: PingRow) => draw(`ping ${ping.ping_id}`, 5);
      const now = pings.filter(
        (ping) =>
          of(ping) === phase || (phase === 0 ? of(ping) === 4 : draw(`${phase} ${ping.ping_id}`, 20) === 0),
      );
      await Promise.all([insertPings(db.client, now), insertCrawls(db.client, crawlsOf(now))]);
      await settle(phase, isRead);
      for (const [index, range] of asked[phase]?.entries() ?? []) {
        const first = ((phase + index) * count.questions) % questions.length;
        const both = questions
          .slice(first, first + count.questions)
          .map(async (question) => ({ question, ...(await answers(range, question)) }));
        for (const { question, branches, live, states } of await Promise.all(both)) {
          expect({ range, question, rows: branches }).toEqual({ range, question, rows: live });
          for (const state of states) met[state]++;
          if (states.size > 1) met.mixed++;
        }
      }
    }
    for (const [state, times] of Object.entries(met))
      expect({ state, often: times >= fewest }).toEqual({ state, often: true });
  });
}
