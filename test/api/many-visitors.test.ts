import { hoursAgo, iso } from './present.ts';
import { readerOf, startServiceOn } from './query-service.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** Above 4,095, numbers of visitors are estimates, from which reports compute rates and differences. */
const service = forAllTests(joinQueryService);

const sizes = [4095, 4096, 14_000];
const cases = [
  ...sizes.map((visitors) => ({ visitors, filter: [] })),
  ...['source:Google', 'page:/a', 'visitor_type:new'].map((filter) => ({ visitors: 14_000, filter })),
];

/** Stores a session with one pageview and one event for each row of `select`: `site_id, at, visitor_id`. */
async function store(select: string) {
  await service.client.command({
    query: `insert into pings
        (site_id, event, pinged_at, received_at, visitor_id, session_id, pageview_id, ping_id, page_path, hostname, source)
      select concat('${service.prefix}', site_id), arrayJoin(['', 'Seen']) as event, at, at, visitor_id, session_id,
        if(event = '', session_id, toUUID('00000000-0000-0000-0000-000000000000')), generateUUIDv7(event),
        '/a', 'example.org', 'Google'
      from (select *, dateTimeToUUIDv7(toDateTime(at, 'UTC')) as session_id from (${select}))`,
  });
}

beforeAll(async () => {
  for (const visitors of sizes) {
    await store(`select 'new${visitors}' as site_id, fromUnixTimestamp64Milli(${hoursAgo(30)} + number * 10, 'UTC') as at,
      dateTimeToUUIDv7(toDateTime(at, 'UTC')) as visitor_id from numbers(${visitors})`);
  }
  // The same visitors a day later on another site, and one new visitor.
  const seen = `select 'back' as site_id, pinged_at as at, visitor_id from pings
    where pings.site_id = '${service.prefix}new14000' and event = '' order by pinged_at`;
  await store(`${seen} limit 13999`);
  await store(`select * replace (at + interval 1 day as at) from (${seen})`);
});

const period = { start: iso(hoursAgo(31)), end: iso(hoursAgo(29)) };

const bucket = async (asked: Record<string, string | string[]>) =>
  (await service.rows('/pageviews-over-time', asked)).filter(({ pageviews }) => Number(pageviews) > 0);

test.each(cases)(
  '$visitors visitors with $filter: all are new, and all convert',
  async ({ visitors, filter }) => {
    const asked = { ...period, granularity: 'day', site_id: `new${visitors}`, filter };
    const { granularity: _, ...common } = asked;
    const goal = ['page:/a', 'event:Seen'];
    const asking = { ...common, goal };
    const overview = Object(await service.data('/overview', asking));
    const unique_visitors = Number(overview.unique_visitors);
    if (visitors < 4096) expect(unique_visitors).toBe(visitors);
    expect(Math.abs(unique_visitors / visitors - 1)).toBeLessThan(0.01);
    const news = { unique_visitors, new_visitors: unique_visitors, returning_visitors: 0 };
    const converted = { conversions: visitors, converting_visitors: unique_visitors, conversion_rate: 100 };
    const goals = [converted, converted];
    expect({
      overview,
      series: await bucket({ ...asked, goal }),
      sources: await service.data('/sources', asking),
      pages: await service.data('/pages', asking),
    }).toMatchObject({
      overview: { returning_visitor_percentage: 0, goals },
      series: [{ ...news, goals }],
      sources: [{ unique_visitors, goals }],
      pages: [{ goals }],
    });
    // They count as the reports above do, with a filter too.
    if (filter.length > 0 || visitors < 14_000) return;
    expect({
      breakdown: await service.data('/breakdown', { ...asking, dimension: 'hostname' }),
      geo: await service.data('/geo', asking),
      devices: await service.data('/devices', asking),
      events: await service.data('/events', common),
    }).toMatchObject({
      breakdown: [{ unique_visitors, goals }],
      geo: { countries: [{ goals }], regions: [{ goals }], cities: [{ goals }] },
      devices: { browsers: [{ goals }], operating_systems: [{ goals }], device_types: [{ goals }] },
      events: [{ unique_visitors, conversion_rate: 100 }],
    });
  },
);

test('the same visitors a day later: their number is the same but for one, who alone is new', async () => {
  const asked = { site_id: 'back', start: iso(hoursAgo(7)), end: iso(hoursAgo(5)) };
  const compare = `${period.start}/${period.end}`;
  const { unique_visitors, returning_visitor_percentage } = Object(
    await service.data('/insights', { ...asked, compare }),
  );
  expect(unique_visitors.current).toBeGreaterThan(13_860);
  expect([0, 1, 2]).toContain(unique_visitors.change);
  expect(returning_visitor_percentage.previous).toBe(0);
  expect(returning_visitor_percentage.current).toBeGreaterThan(99.98);
  const [row] = await bucket(asked);
  expect(Number(row?.['new_visitors']) + Number(row?.['returning_visitors'])).toBe(row?.['unique_visitors']);
});

describe('questions with as many rows as there are visits', () => {
  const visits = 200_000;
  const site_id = 'rows';
  beforeAll(() =>
    service.client.command({
      query: `insert into pings
          (site_id, pinged_at, received_at, visitor_id, session_id, pageview_id, ping_id, page_path, city, screen)
        select '${service.prefix}rows', fromUnixTimestamp64Milli(${hoursAgo(30)} + number * 10, 'UTC') as at, at,
          dateTimeToUUIDv7(toDateTime(at, 'UTC')) as id, id, id, id,
          concat('/', toString(number)), concat('City ', toString(number % 5000)), toString(number % 6)
        from numbers(${visits})`,
    }),
  );

  const wanted = { dimensions: 'page,city,screen', metrics: 'pageviews', limit: '2' };
  const question = { site_id, period: '2d', ...wanted };

  test('rows of three dimensions are a part of all, with their number', async () => {
    const { status, body } = await service.report('/query', question);
    const first = ['0', '1'].map((one) => ({ page: `/${one}`, city: `City ${one}`, screen: one }));
    expect([status, body]).toMatchObject([200, { meta: { total: visits }, data: first }]);
  });

  test('a question beyond the limit of memory is 503, and the next one is answered', async () => {
    const limited = await startServiceOn(readerOf(service.database), { QUERY_MAX_MEMORY_MB: '40' });
    const asked = { ...question, site_id: service.nameOf(site_id) };
    const { status, headers, body } = await limited.report('/query', asked);
    const message = 'The report needs more memory than is available. Try a shorter period.';
    const expected = [503, '60', { error: { code: 'unavailable', message } }];
    expect([status, headers.get('retry-after'), body]).toEqual(expected);
    expect(await limited.data('/query', { ...question, period: '2h' })).toEqual([]);
    await limited.stop();
  });

  test('a page is found by its title among more than the memory holds', async () => {
    await service.client.command({
      query: `insert into page_titles (site_id, page_path, title)
        select '${service.prefix}rows', concat('/', toString(number)), (now64(3), concat(repeat('x', 2000), toString(number)))
        from numbers(450000)`,
    });
    const limits = { QUERY_MAX_MEMORY_MB: '900', QUERY_MAX_SECONDS: '600' };
    const limited = await startServiceOn(readerOf(service.database), limits);
    const asked = { site_id: service.nameOf(site_id), q: 'X199999', period: '2d' };
    const found = { page_path: '/199999', page_title: `${'x'.repeat(2000)}199999`, views: 1 };
    expect(await limited.report('/search', asked)).toMatchObject({ status: 200, body: { data: [found] } });
    await limited.stop();
  });
});
