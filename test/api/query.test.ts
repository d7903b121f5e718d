import { uuid7 } from '../harness/uuid7.ts';
import { parseCsv } from '../oracle/csv.ts';
import { hoursAgo, iso, minutesAgo, now, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const shop = { site_id: 'shop' };
type Asked = Record<string, string | string[]>;
const withPeriod = (asked: Asked) => ({ ...shop, ...('start' in asked ? {} : { period: '2d' }), ...asked });
const ask = (asked: Asked) => service.report('/query', withPeriod(asked));
const rowsOf = (asked: Asked) => service.rows('/query', { limit: '1000', ...withPeriod(asked) });

beforeAll(async () => {
  const [dora, ada] = [visit(hoursAgo(30)), visit(minutesAgo(90))];
  const { site_id } = shop;
  const germany = { site_id, source: 'Google', medium: 'organic', country: 'DE', browser: 'Firefox' };
  const order = { site_id, event: 'Purchase', currency: 'EUR' };
  const cart = { site_id, page_path: '=cart', pageview_id: uuid7(hoursAgo(29.9)) };
  await service.insert([
    ping(hoursAgo(30), dora, { ...germany, page_path: '/', focus_time_ms: 3001, scroll_depth: 50 }),
    ping(hoursAgo(29.9), dora, cart),
    ping(hoursAgo(29.8), dora, { ...order, amount: '12.5', props: { plan: 'pro' } }),
    ping(minutesAgo(90), ada, { site_id, source: 'Direct', page_path: '/' }),
    seen(minutesAgo(30), { ...germany, country: 'AT', page_path: '=cart', visitor_id: dora.visitor_id }),
    seen(minutesAgo(20), { ...order, amount: '-2.5', session_id: ada.session_id }),
  ]);
});

test.each([
  ['visits', 'source', 'sums'],
  ['visits,visitors', 'source,medium', 'sums'],
  ['pageviews', 'bucket', 'sums'],
  ['pageviews,scroll_depth', 'page', 'sums'],
  ['events,revenue.EUR', 'event', 'sums'],
  ['visits', 'country,browser', 'rows'],
  ['visits', 'visitor_type,source', 'rows'],
  ['visits', 'source', 'rows', 'country:DE'],
  ['visitors', 'page', 'rows'],
])('%s by %s come from %s', async (metrics, dimensions, source, ...filter) => {
  expect((await ask({ metrics, dimensions, filter })).body).toMatchObject({ meta: { source } });
});

const linesOf = async (asked: Record<string, string>) =>
  String((await ask({ ...asked, format: 'jsonl' })).body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

// Files count all rows at once.
test.each([
  ['pageviews,visitors', 'page,country', '-pageviews'],
  ['visits,pageviews,new_visitors', 'page,source,channel', '-visits'],
  ['visits,pageviews', 'page,source', 'visits'],
  ['visits,pageviews', 'page,country', '-visits'],
  ['visitors,bounce_rate', 'page,exit_page', '-bounce_rate'],
  ['visitors,pageviews', 'page', '-visitors'],
  ['new_visitors,pageviews', 'page,device_type', '-new_visitors'],
])('each part of %s by %s, by %s, has the rows of the file', async (metrics, dimensions, sort) => {
  // The visit of a page began before.
  const range = { start: iso(hoursAgo(29.95)), end: iso(now) };
  const asked = { ...range, metrics, dimensions, sort };
  const lines = await linesOf(asked);
  expect(lines.length).toBeGreaterThan(1);
  for (const limit of [1, 2, lines.length]) {
    for (const offset of lines.keys()) {
      const { body } = await ask({ ...asked, limit: `${limit}`, offset: `${offset}` });
      const data = lines.slice(offset, offset + limit);
      expect(body).toMatchObject({ meta: { total: lines.length }, data });
    }
  }
});

test('the page with the most visitors is first where others have more views', async () => {
  const visits = [visit(minutesAgo(50)), visit(minutesAgo(40))];
  const view = (page_path: string, ids = visits[0]) =>
    ping(minutesAgo(30), ids ?? {}, { site_id: 'again', page_path, pageview_id: uuid7(minutesAgo(30)) });
  const often = ['/a', '/b', '/c', '/d'].flatMap((page) => [view(page), view(page), view(page)]);
  await service.insert([...often, ...visits.map((ids) => view('/both', ids))]);
  const asked = { site_id: 'again', dimensions: 'page', metrics: 'visitors,pageviews', limit: '1' };
  expect(await rowsOf(asked)).toEqual([{ page: '/both', visitors: 2, pageviews: 2 }]);
});

test('a file has all rows of the answer, or the part that is asked for', async () => {
  const asked = { dimensions: 'page,bucket', metrics: 'visits,bounce_rate,pageviews' };
  const rows = await rowsOf({ ...asked, sort: 'page' });
  expect(await linesOf({ ...asked, sort: 'page' })).toEqual(rows);
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

test('conversions are compared as they are counted, where no visit of a row began in the earlier range', async () => {
  const old = visit(hoursAgo(90));
  const here = { site_id: 'later', utm_campaign: 'spring', ...old };
  const bought = (hours: number) => seen(hoursAgo(hours), { ...here, event: 'Purchase' });
  await service.insert([ping(hoursAgo(90), old, { ...here, page_path: '/' }), ...[20, 40, 41].map(bought)]);
  const asked = { site_id: 'later', dimensions: 'utm_campaign', goal: 'event:Purchase', compare: 'previous' };
  const days = { start: iso(hoursAgo(24)), end: iso(now) };
  for (const metrics of ['conversions,events', 'conversions,pageviews,events'])
    expect(await rowsOf({ ...asked, ...days, metrics })).toMatchObject([
      { utm_campaign: 'spring', conversions: 1, previous: 2, change: -1 },
    ]);
});

test.each(['csv', 'jsonl', 'parquet'])(
  'a file in %s has the changes, also where nothing is earlier',
  async (format) => {
    const compared = { dimensions: 'source', compare: 'previous', format };
    for (const metrics of ['visits,bounce_rate', 'revenue.EUR'])
      for (const period of ['2d', 'all']) {
        const { status, body } = await ask({ ...compared, metrics, period });
        expect([status, String(body)]).toEqual([200, expect.stringContaining('growth_rate')]);
      }
  },
);

test.each<[Record<string, string | string[]>, string]>([
  [{}, 'metrics'],
  [{ metrics: '' }, 'metrics'],
  [{ metrics: 'visits,visits' }, 'metrics'],
  [{ metrics: 'visits,clicks' }, 'metrics'],
  [{ metrics: 'revenue.euro' }, 'metrics'],
  [{ metrics: 'revenue.ZZZ' }, 'metrics'],
  [{ metrics: 'visits,revenue.XXX' }, 'metrics'],
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
