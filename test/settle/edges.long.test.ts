import type { PingRow } from '@tallyhouse/ping';
import { forAllTests, key, now, startQueryService } from '../api/query-service.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { expectAgreement } from '../oracle/agree.ts';
import type { Filter } from '../oracle/filter.ts';
import type { ReportRequest } from '../oracle/request/request.ts';
import { urlOf } from '../oracle/request/url.ts';
import { readSite } from '../oracle/site.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

/** Pings on the edges of ranges and buckets, in live, settled and changed days: every report equals its definition. */

const minute = 60_000;
const hour = 60 * minute;
const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];

const service = forAllTests(() => startQueryService(unhurried));

const ofSessions = ['/overview', '/sources', '/breakdown', '/pages', '/pages/:page/engagement'];
const ofBuckets = [...ofSessions, '/pageviews-over-time', '/geo', '/devices'];

interface Range {
  start: number;
  end: number;
}

const is = (dimension: Filter['dimension'], value: string): Filter => ({
  dimension,
  operator: ':',
  values: [value],
});

/** The reports' questions about these paths. */
const request = (path: string, range: Range, filters: Filter[]): ReportRequest => ({
  path,
  range,
  filters,
  site: ['a'],
  parameters: { start: new Date(range.start).toISOString(), end: new Date(range.end).toISOString() },
  before: null,
  compare: undefined,
  compared: null,
  timezone: 'UTC',
  goals: [],
  limit: 100,
  offset: undefined,
  granularity: range.start === 0 ? 'month' : 'hour',
  q: '',
  page: '/a',
  dimension: 'exit_page',
  event: '',
  ofEvent: false,
  property: undefined,
  question: {
    dimensions: ['source', 'page'],
    metrics: ['visits', 'pageviews'],
    sort: undefined,
    compare: false,
  },
  steps: [],
  by: undefined,
  within: undefined,
  depth: undefined,
  vitalsBy: undefined,
  anchoredAt: undefined,
  format: 'csv',
  raw: false,
});

let turn = 0;

/** Expects each report about each range, with the filters in turn, to equal its definition. */
async function expectAll(
  state: string,
  pings: readonly PingRow[],
  { paths, ranges, filters }: { paths: string[]; ranges: readonly Range[]; filters: readonly Filter[][] },
): Promise<void> {
  const text = pings[0]?.site_id ?? '';
  const site = readSite([text], pings);
  const expectOne = async (one: ReportRequest) => {
    const url = urlOf(one, text);
    const { body } = await service.request(url, { headers: { authorization: `Bearer ${key}` } });
    const resolved = { ...one, asked: { text, several: false }, site, sites: [], limit: 100, offset: 0, now };
    try {
      expectAgreement(one, resolved, JSON.stringify(body));
    } catch (error) {
      throw new Error(`${state}: ${url}\n${error}`);
    }
  };
  for (const range of ranges) {
    const chosen = filters[turn++ % filters.length] ?? [];
    await Promise.all(paths.map((path) => expectOne(request(path, range, chosen))));
  }
}

test('every report counts pings on the edge of a bucket by its range: live, settled, and changed', async () => {
  /** Edges of quarters of an hour and of days. */
  const edges = [at('17T10:15:00'), at('18T00:00:00')].flatMap((edge) =>
    [-1, 0, 1].map((beside) => edge + beside),
  );
  /** On each edge: visits of one page that end as they begin, and visits of two pages that begin or end there. */
  const visits = edges.flatMap((edge) => [
    { views: [edge], country: 'NL' },
    { views: [edge], country: 'NL' },
    { views: [edge], country: 'DE' },
    { views: [edge - 10 * minute, edge], country: 'NL' },
    { views: [edge, edge + 3 * minute], country: 'NL' },
    { views: [edge - 7 * minute, edge + 2 * minute], country: 'DE' },
  ]);
  const pings = visits.flatMap(({ views, country }) => {
    const [first = 0] = views;
    const ids = { site_id: 'edges', visitor_id: uuid7(first), session_id: uuid7(first) };
    const about = { country, source: country, medium: 'referral', browser: country };
    return views.map((pinged_at, index) =>
      pingRow({ ...ids, ...about, pinged_at, page_path: index === 0 ? '/a' : '/b' }),
    );
  });
  const [before, after] = [at('16T11:05:00'), at('19T13:05:00')];
  const ranges = [
    { start: 0, end: after },
    ...edges.flatMap((edge) => [
      { start: edge, end: after },
      { start: before, end: edge },
    ]),
  ];
  const asked = { paths: ofBuckets, ranges, filters: [[], [is('country', 'NL')]] };
  await service.insert(pings);
  await expectAll('live', pings, asked);
  await settleDays(service.database.client, dates);
  await expectAll('settled', pings, asked);
  // Stored again, they change no report; their sessions are then read from the entity tables.
  await service.insert(pings.filter((_, index) => index % 3 === 0));
  await expectAll('changed', pings, asked);
});

/** Pings as far from the time in the session's id as allowed: of `/a` before the days are settled, then of `/b` and `/a`. */
test.each([
  ['over midnight', '17T23:50:00', ['17T23:50:00', '18T00:00:00', '18T00:05:00']],
  [
    'until a day after its id, whose hour begins earlier',
    '17T09:59:59.999',
    ['17T09:59:59.999', '18T09:30:00', '18T09:59:59.999'],
  ],
  [
    'with an id two hours ahead, of the next day',
    '18T01:59:59.999',
    ['17T23:59:59.999', '18T00:00:00', '18T00:05:00'],
  ],
  [
    'with an id two hours ahead, until a day after it',
    '17T00:05:00',
    ['16T22:05:00', '17T23:59:59.999', '18T00:05:00'],
  ],
])('a session %s that goes on after its days were settled counts as it is', async (_, made, views) => {
  const ids = {
    site_id: `made-${made.replaceAll(':', '-')}`,
    visitor_id: uuid7(at(made)),
    session_id: uuid7(at(made)),
  };
  const pings = views.map((time, view) =>
    pingRow({
      ...ids,
      pinged_at: at(time),
      page_path: view === 1 ? '/b' : '/a',
      referrer: view === 2 ? 'https://later.example/' : '',
    }),
  );
  const times = views.map(at);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ranges = [
    ...times.map((time) => ({ start: time, end: time + 1 })),
    { start: first, end: last + 1 },
    { start: first + 1, end: last + 1 },
    ...['17T00:00:00', '18T00:00:00'].map((date) => ({ start: at(date), end: at(date) + 24 * hour })),
  ];
  const asked = { paths: ofSessions, ranges, filters: [[], [is('exit_page', '/b')]] };
  for (const [stored, ping] of pings.entries()) {
    await service.insert([ping]);
    const known = pings.slice(0, stored + 1);
    await expectAll(`${known.length} views`, known, asked);
    if (stored > 0) continue;
    await settleDays(service.database.client, dates);
    await expectAll('settled', known, asked);
  }
  const later = { ...asked, filters: [[is('referrer', 'https://later.example/')]] };
  await expectAll('the last view alone', pings, later);
});
