import { parseCsv } from '../oracle/csv.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const shop = { site_id: 'shop', period: '2d' };
const ask = (parameters: Record<string, string | string[]>) =>
  service.report('/query', { ...shop, ...parameters });
const rowsOf = async (parameters: Record<string, string | string[]>) =>
  service.rows('/query', { ...shop, limit: '1000', ...parameters });

beforeAll(async () => {
  const [dora, ada] = [visit(hoursAgo(30)), visit(minutesAgo(90))];
  const { site_id } = shop;
  const germany = { site_id, source: 'Google', medium: 'organic', country: 'DE', browser: 'Firefox' };
  await service.insert([
    ping(hoursAgo(30), dora, { ...germany, page_path: '/', focus_time_ms: 3001, scroll_depth: 50 }),
    ping(hoursAgo(29.9), dora, {
      site_id,
      page_path: '=cart',
      pageview_id: visit(hoursAgo(29.9)).session_id,
    }),
    ping(hoursAgo(29.8), dora, {
      site_id,
      event: 'Purchase',
      amount: '12.5',
      currency: 'EUR',
      props: { plan: 'pro' },
    }),
    ping(minutesAgo(90), ada, { site_id, source: 'Direct', page_path: '/' }),
    seen(minutesAgo(30), { ...germany, country: 'AT', page_path: '=cart', visitor_id: dora.visitor_id }),
    seen(minutesAgo(20), {
      site_id,
      event: 'Purchase',
      amount: '-2.5',
      currency: 'EUR',
      session_id: ada.session_id,
    }),
  ]);
});

type Row = Record<string, unknown>;

/** A list report, its parameters, and the equivalent question; `names` maps columns of the report to those of the question. */
test.each<[string, Record<string, string>, string, Record<string, string>]>([
  [
    '/sources',
    {},
    'source,medium',
    { visits: 'visits', visitors: 'unique_visitors', bounce_rate: 'bounce_rate' },
  ],
  [
    '/breakdown',
    { dimension: 'country' },
    'country',
    { country: 'value', visits: 'visits', visitors: 'unique_visitors' },
  ],
  [
    '/breakdown',
    { dimension: 'exit_page' },
    'exit_page',
    { exit_page: 'value', visits: 'visits', bounce_rate: 'bounce_rate' },
  ],
  [
    '/pages',
    {},
    'page',
    {
      page: 'page_path',
      pageviews: 'views',
      focus_time_ms: 'avg_focus_time_ms',
      scroll_depth: 'avg_scroll_depth',
    },
  ],
  [
    '/pageviews-over-time',
    {},
    'bucket',
    {
      pageviews: 'pageviews',
      visits: 'sessions',
      visitors: 'unique_visitors',
      new_visitors: 'new_visitors',
      views_per_visit: 'views_per_session',
    },
  ],
  ['/events', {}, 'event', { events: 'events', visitors: 'unique_visitors', visits: 'sessions' }],
  ['/events-over-time', {}, 'bucket', { events: 'events' }],
  ['/geo', {}, 'country,region,city', { visits: 'visits' }],
  ['/devices', {}, 'browser', { visits: 'visits' }],
])('%s %p is the question %s', async (path, parameters, dimensions, names) => {
  const listOf = (data: unknown): Row[] => {
    const [list] = Array.isArray(data)
      ? [data]
      : path === '/geo'
        ? [Object(data).cities]
        : [Object(data).browsers];
    return list;
  };
  const report = listOf(await service.data(path, { ...shop, ...parameters }));
  const metrics = Object.keys(names).filter((name) => !dimensions.split(',').includes(name));
  const shown = [...dimensions.split(','), ...metrics];
  const picked = report.map((row) => shown.map((name) => row[names[name] ?? name]));
  const asked = await rowsOf({ dimensions, metrics: metrics.join() });
  expect(asked.map((row) => shown.map((name) => row[name]))).toEqual(picked);
  expect(asked.length).toBeGreaterThan(0);
});

test('without dimensions there is one row, whose numbers are those of /overview', async () => {
  const metrics =
    'visits,pageviews,bounce_rate,visit_duration_seconds,visitors,views_per_visit,events,revenue.EUR,revenue.USD';
  const overview = await service.data('/overview', shop);
  const [row, ...others] = await rowsOf({ metrics });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ events: 2, 'revenue.EUR': '10', 'revenue.USD': '0' });
  expect(row).toMatchObject({
    visits: Object(overview).sessions,
    visitors: Object(overview).unique_visitors,
  });
  expect(row).toMatchObject({
    pageviews: Object(overview).pageviews,
    bounce_rate: Object(overview).bounce_rate,
  });
});

test('a session is in the row of each page that it viewed, and a conversion of each page viewed before it', async () => {
  const asked = {
    dimensions: 'page,source',
    metrics: 'visits,pageviews,conversions',
    goal: 'event:Purchase',
  };
  expect(await rowsOf({ ...asked, sort: 'page' })).toEqual([
    { page: '/', source: 'Direct', visits: 1, pageviews: 1, conversions: 1 },
    { page: '/', source: 'Google', visits: 1, pageviews: 1, conversions: 1 },
    { page: '=cart', source: 'Google', visits: 2, pageviews: 2, conversions: 1 },
  ]);
});

test.each([
  ['visits', 'source', 'sums'],
  ['visits,visitors', 'source,medium', 'sums'],
  ['pageviews', 'bucket', 'sums'],
  ['pageviews,scroll_depth', 'page', 'sums'],
  ['events,revenue.EUR', 'event', 'sums'],
  ['visits', 'country,browser', 'rows'],
  ['visitors', 'page', 'rows'],
])('%s by %s come from %s', async (metrics, dimensions, source) => {
  expect((await ask({ metrics, dimensions })).body).toMatchObject({ meta: { source } });
  expect((await ask({ metrics, dimensions, filter: 'country:DE' })).body).toMatchObject({
    meta: { source: 'rows' },
  });
});

test('rows are sorted by any column, and those of the compared range alone come with sort=falling', async () => {
  const asked = { period: '1d', dimensions: 'country', metrics: 'visits,bounce_rate,revenue.EUR' };
  const compare = 'previous';
  expect(await rowsOf({ ...asked, sort: '-country' })).toMatchObject([{ country: 'AT' }, { country: '' }]);
  expect(await rowsOf({ ...asked, compare, sort: 'falling' })).toEqual([
    {
      country: 'DE',
      visits: 0,
      bounce_rate: null,
      'revenue.EUR': '0',
      previous: 1,
      change: -1,
      growth_rate: -100,
    },
    {
      country: '',
      visits: 1,
      bounce_rate: 100,
      'revenue.EUR': '-2.5',
      previous: 0,
      change: 1,
      growth_rate: null,
    },
    {
      country: 'AT',
      visits: 1,
      bounce_rate: 100,
      'revenue.EUR': '0',
      previous: 0,
      change: 1,
      growth_rate: null,
    },
  ]);
  const none = { previous: null, change: null, growth_rate: null };
  expect(await rowsOf({ metrics: 'visits', period: 'all', compare })).toMatchObject([{ visits: 3, ...none }]);
});

test('a file has all rows of the answer, or the part that is asked for', async () => {
  const asked = { dimensions: 'page,bucket', metrics: 'visits,bounce_rate,pageviews' };
  const rows = await rowsOf({ ...asked, sort: 'page' });
  const lines = await ask({ ...asked, sort: 'page', format: 'jsonl' });
  expect(
    String(lines.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
  const csv = await ask({ ...asked, sort: 'page', format: 'csv' });
  expect(csv.headers.get('content-disposition')).toMatch(/filename="shop-query-.*\.csv"/);
  const [header, ...records] = parseCsv(String(csv.body));
  expect(header).toEqual([...asked.dimensions.split(','), ...asked.metrics.split(',')]);
  expect(records).toHaveLength(rows.length);
  // A spreadsheet would execute such a text.
  expect(records.at(-1)?.[0]).toBe("'=cart");
  const part = await ask({ ...asked, format: 'csv', limit: '1', raw: '1' });
  expect(parseCsv(String(part.body))).toHaveLength(2);
});

test.each<[Record<string, string | string[]>, string]>([
  [{}, 'metrics'],
  [{ metrics: '' }, 'metrics'],
  [{ metrics: 'visits,visits' }, 'metrics'],
  [{ metrics: 'visits,clicks' }, 'metrics'],
  [{ metrics: 'revenue.euro' }, 'metrics'],
  [{ metrics: ['visits', 'visitors'] }, 'metrics'],
  [{ metrics: 'visits', dimensions: 'source,medium,country,city' }, 'dimensions'],
  [{ metrics: 'visits', dimensions: 'source,source' }, 'dimensions'],
  [{ metrics: 'visits', dimensions: 'colour' }, 'dimensions'],
  [{ metrics: 'visits', dimensions: 'prop.' }, 'dimensions'],
  [{ metrics: 'events', dimensions: 'prop.a`b' }, 'dimensions'],
  [{ metrics: 'conversions' }, 'goal'],
  [{ metrics: 'conversion_rate', goal: ['page:/', 'event:Signup'] }, 'goal'],
  [{ metrics: 'pageviews', dimensions: 'event' }, 'metrics'],
  [{ metrics: 'events', dimensions: 'referrer' }, 'dimensions'],
  [{ metrics: 'events', dimensions: 'referrer,event' }, 'dimensions'],
  [{ metrics: 'visits', sort: 'pageviews' }, 'sort'],
  [{ metrics: 'visits', sort: 'rising' }, 'sort'],
  [{ metrics: 'visits', match: 'weekday' }, 'match'],
  [{ metrics: 'visits', dimensions: 'bucket', compare: 'previous' }, 'compare'],
  [{ metrics: 'visits', limit: '1001' }, 'limit'],
  [{ metrics: 'visits', format: 'xml' }, 'format'],
  [{ metrics: 'visits', dimensions: 'bucket', granularity: 'hour', period: '5y' }, 'granularity'],
])('%j is refused', async (parameters, parameter) => {
  const { status, body } = await ask(parameters);
  expect([status, body]).toMatchObject([400, { error: { parameter } }]);
});
