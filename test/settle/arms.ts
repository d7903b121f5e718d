import { select } from '@tallyhouse/clickhouse';
import { parseGoal } from '@tallyhouse/filter';
import type { PingRow } from '@tallyhouse/ping';
import { readingSettings } from '@tallyhouse/query/reading-settings';
import { readRequest } from '@tallyhouse/query/report-request';
import { type RowSetName, rowSets, rowSetsIn } from '@tallyhouse/query/rows';
import type { Sites } from '@tallyhouse/query/sites';
import { createTrust, type DayState, type Read, rebuildDay, settledTables } from '@tallyhouse/settle';
import fc from 'fast-check';
import { z } from 'zod';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { hash } from '../oracle/traffic/id.ts';
import { plannedTraffic } from '../oracle/traffic/planned.ts';
import { trafficOf } from '../oracle/traffic/traffic.ts';

/** `halfMD5('/')` */
const halfMd5OfRoot = 7378810950367401542n;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Long ago for the database: so each ping is late, and may move any first visit after it. */
const anchor = Date.parse('2026-01-01T00:00:00Z');

const conversions =
  'arraySort(groupArray((converted_at, first, second, third, session_id, visitor_id, amount, currency)))';

/** What a report makes of each row set: several rows of one key are added up. */
const summed: Record<RowSetName, { by?: string; values: string }> = {
  totals: {
    by: 'bucket',
    values:
      'sum(views), uniqCombined64Merge(17)(visitors) + sum(visitors_counted), sum(sessions), sum(bounces), sum(duration_ms)',
  },
  site_views: { by: 'site_id, bucket', values: 'sum(views)' },
  site_visits: { by: 'site_id', values: 'uniqCombined64Merge(17)(visitors), sum(sessions)' },
  new_visitors: { by: 'bucket', values: 'uniqCombined64Merge(17)(visitors)' },
  bucket_newcomers: { by: 'bucket', values: 'arraySort(groupArray(visitor_id))' },
  visitor_views: { by: 'bucket, visitor_id', values: 'sum(views)' },
  session_totals: { by: 'bucket', values: 'sum(sessions), sum(bounces), sum(duration_ms)' },
  page_views: {
    by: 'page_path',
    values: 'sum(views), sum(first_views), sum(focus_time_ms), sum(scroll_depth)',
  },
  page_flow: { by: 'next_page', values: 'sum(views), sum(first_views), sum(entries)' },
  page_readings: {
    values:
      'sum(views), max(words), sum(focus_time_ms_sum), sum(scroll_depth_sum), sumForEach(views_by_depth)',
  },
  focus_times: { values: 'arraySort(groupArray(focus_time_ms))' },
  source_visits: {
    by: 'source, medium',
    values: 'sum(visits), uniqCombined64Merge(17)(visitors), sum(bounces)',
  },
  place_visits: { by: 'country, region, city', values: 'sum(visits)' },
  device_visits: { by: 'browser, os, device_type', values: 'sum(visits)' },
  dimension_visits: { by: 'value', values: 'sum(visits), uniqCombined64Merge(17)(visitors), sum(bounces)' },
  event_counts: {
    // Sessions and visitors are not of a currency.
    by: 'event',
    values:
      'sum(events), uniqCombined64Merge(17)(visitors), uniqExactMerge(sessions) + sum(sessions_counted), sum(amount)',
  },
  event_properties: { by: 'property', values: 'sum(events)' },
  event_values: {
    by: 'value, currency',
    values: 'sum(events), uniqCombined64Merge(17)(visitors), sum(amount)',
  },
  event_buckets: { by: 'bucket', values: 'sum(events), uniqCombined64Merge(17)(visitors)' },
  event_rows: {
    values:
      'arraySort(groupArray((occurred_at, ping_id, event_id, page_path, session_id, visitor_id, props)))',
  },
  event_conversions: { values: conversions },
  page_conversions: { values: conversions },
  session_visitors: { by: 'first, second, third', values: 'uniqCombined64Merge(17)(visitors)' },
  page_visitors: { by: 'page_path', values: 'uniqCombined64Merge(17)(visitors)' },
  page_entries: { by: 'session', values: 'arraySort(groupArray((page_path, entered_at)))' },
  step_views: { by: 'who', values: 'arraySort(groupArray((moment, tie, done)))' },
  step_events: { by: 'who', values: 'arraySort(groupArray((moment, tie, done)))' },
  first_visits: { by: 'visitor_id', values: 'max(cohort)' },
  visitor_periods: { by: 'visitor_id', values: 'groupBitOr(periods)' },
  journey_views: {
    by: 'session',
    values: 'arrayMap(row -> (row.1, row.3, row.4), arraySort(groupArray((moment, tie, node, is_match))))',
  },
  journey_events: { by: 'session', values: 'arraySort(groupArray((moment, node, is_match)))' },
  session_paths: { by: 'node_1, node_2, node_3, node_4, node_5, node_6', values: 'count()' },
  session_events: { by: 'site_id, session_id', values: 'arraySort(groupArray((event, props)))' },
  titles: { by: 'page_path', values: 'max(page_title)' },
};

const isOfEvents = (name: RowSetName) => rowSets[name].tables.some((table) => table === 'settled_events');

/** Some row sets in one query; a key whose sums are nothing is no row. */
const together = (some: [string, { by?: string; values: string }][]) =>
  some
    .map(
      ([name, { by, values }]) => `
      select '${name}' as row_set, toString((${by ? `${by}, ` : ''}${values})) as line
      from (
          /* rows: ${name} */
      )
      ${by ? `group by ${by}` : ''}`,
    )
    .join('\nunion all\n');

/** All row sets in two queries: one would take ClickHouse a while to analyse. */
const everything = [true, false].map((ofEvents) =>
  together(
    rowSetsIn(
      Object.keys(summed)
        .map((name) => `/* rows: ${name} */`)
        .join(''),
    ).flatMap((name) => (isOfEvents(name) === ofEvents ? [[name, summed[name]]] : [])),
  ),
);

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

/** None, on the session, and on pages; of one site and of several. */
const questions: { sites: Sites; filter: string[] }[] = [
  { sites: oneSite, filter: [] },
  { sites: everySite, filter: [] },
  { sites: { ids: ['shop', 'blog'], every: false }, filter: ['country:NL'] },
  { sites: oneSite, filter: ['page:/|/a', 'country!:NL'] },
];

const trust = createTrust();
let db: TestDatabase;
let read: Read;

/** A whole number below a bound, which looks random but is always the same. */
const draw = (name: string, below: number) => Number.parseInt(hash(name).slice(0, 8), 16) % below;

/** In turn days are rebuilt now, left as they are, and dropped. */
async function settle(phase: number): Promise<void> {
  const each = settledTables.map(async (table) => {
    for (const [index, date] of dates.entries()) {
      const fate = phase === 0 ? 0 : (index + draw(`phase ${phase}`, 3)) % 3;
      if (fate === 0) await rebuildDay(db.client, table, date, { lagMs: 0 });
      if (fate === 2)
        await db.client.command({ query: `alter table ${table.name} drop partition '${date}'` });
    }
  });
  await Promise.all(each);
}

interface Asked {
  start: number;
  end: number;
  bucketStarts: number[];
}

/** Ranges of any length, mostly from and to odd milliseconds, cut into buckets of a report. */
const ranges = (phase: number, count: number) =>
  Array.from({ length: count }, (_, index): Asked => {
    const drawn = (what: string, below: number) => draw(`range ${phase} ${index} ${what}`, below);
    /** One in four at midnight, one in four at the time of a ping. */
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

/** The rows of every row set, and the states of the days with pings in the range. */
async function answers({ start, end, bucketStarts }: Asked, { sites, filter }: (typeof questions)[number]) {
  const iso = (at: number) => new Date(at).toISOString();
  const query = { site_id: 'blog', start: iso(start), end: iso(end), filter };
  const request = readRequest({ query, params: {} }, { parameters: {} }, end);
  const days = { start: Math.floor(start / day) * day, end: Math.ceil(end / day) * day };
  const tables = request.settledTables(everything.join('\n'));
  const found = await trust(read, [...tables.values()], sites.every ? undefined : sites.ids, days);
  const trusted = new Map(
    [...tables.keys()].flatMap((name, index) => {
      // Half of them look changed sessions up, as if there were many.
      const named = draw(`named ${start} ${name}`, 2) === 0;
      const one = found[index];
      return one ? [[name, named ? one : { ...one, changedSessions: undefined }] as const] : [];
    }),
  );
  const rowsOf = async (text: string, settled: typeof trusted) => {
    const { sql, values } = request.statement(sites, text, {
      trusted: settled,
      bucketStarts,
      steps: [parseGoal('page:/'), parseGoal('event:Signup')].flatMap((goal) => goal ?? []),
      bindings: {
        page_path: '/',
        dimension: 'browser',
        event: 'Signup',
        property: 'plan',
        who: 'visitor_id',
        who_id: 'visitor_id',
        any_session: true,
        any_page: true,
        depth: 3,
        first: 'source',
        second: 'entry_page',
        third: 'country',
        asked: [halfMd5OfRoot],
      },
      conditions: { goal: parseGoal('page:/|/a')?.conditions ?? [], views: [] },
    });
    const result = await db.reader.query({
      query: `select row_set, line from (${sql}) order by row_set, line`,
      query_params: values,
      clickhouse_settings: readingSettings,
      format: 'JSONCompactEachRow',
    });
    return z.array(z.tuple([z.string(), z.string()])).parse(await result.json());
  };
  const rows = async (settled: typeof trusted) =>
    (await Promise.all(everything.map((text) => rowsOf(text, settled)))).flat();
  const hasPings = (from: number, until: number) =>
    pings.some(({ pinged_at: at }) => at >= Math.max(from, start) && at < Math.min(until, end));
  const runs = trusted.get('session_totals')?.runs ?? [];
  const states = runs.filter(({ from, until }) => hasPings(from, until)).map(({ state }) => state);
  const [arms, live] = await Promise.all([rows(trusted), rows(new Map())]);
  return { arms, live, states: new Set<DayState>(states) };
}

/**
 * Tests that each row set gives the same rows from days in any state as from the entity tables.
 * @param count of ranges after each of two phases of storing and settling, and of questions about each range
 * @param fewest how often each state of days is met at least; the traffic is always the same
 */
export function testArms(count: { ranges: number; questions: number }, fewest: number): void {
  beforeAll(async () => {
    db = await createTestDatabase();
    read = (sql, values, row) => select(db.reader, sql, row, values);
  });
  afterAll(() => db.drop());

  test('each row set gives the same rows from days in any state as from the entity tables', async () => {
    const met = { settled: 0, changed: 0, live: 0, mixed: 0 };
    for (let phase = 0; phase < 3; phase++) {
      // Of each session some pings come now, some later, and some twice.
      const of = (ping: PingRow) => draw(`ping ${ping.ping_id}`, 5);
      await insertPings(
        db.client,
        pings.filter(
          (ping) =>
            of(ping) === phase || (phase === 0 ? of(ping) === 4 : draw(`${phase} ${ping.ping_id}`, 20) === 0),
        ),
      );
      await settle(phase);
      if (phase === 0) continue;
      for (const [index, range] of ranges(phase, count.ranges).entries()) {
        const first = (index * count.questions) % questions.length;
        const both = questions.slice(first, first + count.questions).map(async (question) => ({
          question,
          ...(await answers(range, question)),
        }));
        for (const { question, arms, live, states } of await Promise.all(both)) {
          expect({ range, question, rows: arms }).toEqual({ range, question, rows: live });
          for (const state of states) met[state]++;
          if (states.size > 1) met.mixed++;
        }
      }
    }
    for (const [state, times] of Object.entries(met))
      expect({ state, often: times >= fewest }).toEqual({ state, often: true });
  });
}
