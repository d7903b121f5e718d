import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { type QueryService, startQueryService } from '../api/query-service.ts';
import { uuid7 } from '../harness/uuid7.ts';

const minute = 60_000;
const beside = [-1, 0, 1];
/** The edges of a quarter of an hour, of an hour and of a day; the days around them are in the past. */
const edges = {
  quarter: Date.parse('2026-11-17T10:15:00Z'),
  hour: Date.parse('2026-11-17T14:00:00Z'),
  day: Date.parse('2026-11-18T00:00:00Z'),
};
const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
const [before, after] = [Date.parse('2026-11-16T11:05:00Z'), Date.parse('2026-11-19T13:05:00Z')];

interface Visit {
  views: number[];
  /** A filter excludes the visits of the other country. */
  country: 'NL' | 'DE';
}

/**
 * On each edge and a millisecond to either side of it: visits of one page that end as they begin, and visits of two pages
 * that begin or end there.
 */
const visits = Object.values(edges).flatMap((edge) =>
  beside.flatMap((off): Visit[] => {
    const at = edge + off;
    return [
      { views: [at], country: 'NL' },
      { views: [at], country: 'NL' },
      { views: [at], country: 'DE' },
      { views: [at - 10 * minute, at], country: 'NL' },
      { views: [at, at + 3 * minute], country: 'NL' },
      { views: [at - 7 * minute, at + 2 * minute], country: 'DE' },
    ];
  }),
);

const ranges = [
  { name: 'from 1970', start: 0, end: after },
  ...Object.entries(edges).flatMap(([name, edge]) =>
    beside.flatMap((off) => [
      { name: `from the edge of a ${name} ${off}`, start: edge + off, end: after },
      { name: `up to the edge of a ${name} ${off}`, start: before, end: edge + off },
    ]),
  ),
];

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
  await service.insert(pings);
});
afterAll(() => service.stop());

const pings = visits.flatMap(({ views, country }) => {
  const [first = 0] = views;
  const [visitor_id, session_id] = [uuid7(first), uuid7(first)];
  return views.map((pinged_at, index) => ({
    visitor_id,
    session_id,
    pageview_id: uuid7(pinged_at),
    pinged_at,
    page_path: index === 0 ? '/a' : '/b',
    country,
    source: country,
    medium: 'referral',
    browser: country,
  }));
});

type Range = Pick<(typeof ranges)[number], 'start' | 'end'>;

/** The expected result of each report, counted from the visits. */
function counted({ start, end }: Range, chosen: readonly Visit[]) {
  const within = (at: number | undefined) => at !== undefined && at >= start && at < end;
  const begun = chosen.filter(({ views }) => within(views[0]));
  const share = (part: number, whole: number, by: number) =>
    whole === 0 ? null : Math.round((part / whole) * by * 100) / 100;
  const bounces = begun.filter(({ views }) => views.length === 1).length;
  const lasted = begun.reduce((sum, { views }) => sum + ((views.at(-1) ?? 0) - (views[0] ?? 0)), 0);
  const pageviews = chosen.flatMap(({ views }) => views).filter(within).length;
  const firstViews = chosen.filter(({ views }) => within(views[0])).length;
  const of = (country: string) => begun.filter((visit) => visit.country === country);
  const named = (['NL', 'DE'] as const).filter((country) => of(country).length > 0);
  return {
    overview: {
      pageviews,
      unique_visitors: chosen.filter(({ views }) => views.some(within)).length,
      sessions: begun.length,
      bounce_rate: share(bounces, begun.length, 100),
      avg_session_duration_seconds: share(lasted / 1000, begun.length, 1),
    },
    series: { pageviews, sessions: begun.length },
    sources: named.map((country) => [
      country,
      of(country).length,
      share(of(country).filter(({ views }) => views.length === 1).length, of(country).length, 100),
    ]),
    countries: named.map((country) => [country, of(country).length]),
    browsers: named.map((country) => [country, of(country).length]),
    pages: ['/a', '/b'].map((path, index) => [
      path,
      chosen.filter(({ views }) => within(views[index])).length,
    ]),
    engagement: firstViews,
    onePage: firstViews === 0 ? [] : [firstViews],
    breakdown: named.map((country) => [country, of(country).length]),
  };
}

/** The results of the reports. */
async function reported({ start, end }: Range, filter?: string): Promise<unknown> {
  const asked = {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    ...(filter && { filter }),
  };
  const data = async (path: string, more = {}) => {
    const { status, body } = await service.report(path, { ...asked, ...more });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return Object(body).data;
  };
  const sum = (rows: Record<string, number>[], name: string) =>
    rows.reduce((all, row) => all + (row[name] ?? 0), 0);
  const byCountry = (rows: [string, ...unknown[]][]) => rows.sort(([a], [b]) => (a < b ? 1 : -1));
  const [overview, series, sources, geo, devices, pages, engagement, breakdown, onePage] = await Promise.all([
    data('/overview'),
    data('/pageviews-over-time', { granularity: start === 0 ? 'month' : 'hour' }),
    data('/sources'),
    data('/geo'),
    data('/devices'),
    data('/pages'),
    data('/pages/%2Fa/engagement'),
    data('/breakdown', { dimension: 'country' }),
    // No settled table serves a filter on the page: all these rows come from the entity tables.
    data('/pages', { filter: [...(filter ? [filter] : []), 'page:/a'] }),
  ]);
  const views = Object.fromEntries(
    pages.map(({ page_path, views }: Record<string, unknown>) => [page_path, views]),
  );
  const { pageviews, unique_visitors, sessions, bounce_rate, avg_session_duration_seconds } = overview;
  return {
    overview: { pageviews, unique_visitors, sessions, bounce_rate, avg_session_duration_seconds },
    series: { pageviews: sum(series, 'pageviews'), sessions: sum(series, 'sessions') },
    sources: byCountry(
      sources.map(({ source, visits, bounce_rate }: Record<string, unknown>) => [
        source,
        visits,
        bounce_rate,
      ]),
    ),
    countries: byCountry(
      geo.countries.map(({ country, visits }: Record<string, unknown>) => [country, visits]),
    ),
    browsers: byCountry(
      devices.browsers.map(({ browser, visits }: Record<string, unknown>) => [browser, visits]),
    ),
    pages: ['/a', '/b'].map((path) => [path, views[path] ?? 0]),
    engagement: engagement.views,
    onePage: onePage.map(({ views }: Record<string, unknown>) => views),
    breakdown: byCountry(breakdown.map(({ value, visits }: Record<string, unknown>) => [value, visits])),
  };
}

async function expectAll(): Promise<void> {
  for (const { name, ...range } of ranges) {
    expect([name, await reported(range)]).toEqual([name, counted(range, visits)]);
    const dutch = visits.filter(({ country }) => country === 'NL');
    const filtered = await reported(range, 'country:NL');
    expect([`${name}, filtered`, filtered]).toEqual([`${name}, filtered`, counted(range, dutch)]);
  }
}

test('every report counts pings on the edge of a bucket by its range: live, settled, and changed', async () => {
  await expectAll();
  for (const table of settledTables)
    for (const date of dates) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
  await expectAll();
  // Stored again, they change no report: their sessions are then read from the entity tables.
  await service.insert(pings.filter((_, index) => index % 3 === 0));
  await expectAll();
});
