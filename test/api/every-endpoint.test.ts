import { randomUUID } from 'node:crypto';
import { insertCrawls } from '../harness/crawls.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, seen } from './present.ts';
import { emptyDatabase, forAllTests, startDashboardService, startServiceOn } from './query-service.ts';

/** What all endpoints, or all lists, have in common. The entries and their order are in the test of each report. */

// A service of its own, because /sites lists every site.
const service = forAllTests(() => startDashboardService());
const total = 130;

beforeAll(async () => {
  // Each name adds one entry to each list: a page, a source, a value of a dimension, an event, a property, a site.
  const names = Array.from({ length: total }, (_, index) => String(index).padStart(3, '0'));
  const inMany = (more: object) => seen(hoursAgo(1), { site_id: 'many', ...more });
  const props = Object.fromEntries(names.map((name) => [`p${name}`, name]));
  await service.insert([
    ...names.map((name) => inMany({ page_path: `/${name}`, source: name, utm_campaign: name })),
    ...['Signup', ...names.slice(1)].map((event) => inMany({ event, props })),
    ...['blog', ...names.slice(2)].map((site_id) => seen(hoursAgo(1), { site_id })),
  ]);
  const { client } = service.database;
  const crawl = { site_id: 'many', occurred_at: hoursAgo(1) };
  await insertCrawls(
    client,
    names.map((name) => ({ ...crawl, name, page_path: `/${name}` })),
  );
  const note = { version: 1, at: '2026-11-21 09:15:00', sites: ['many'], kind: 'note' };
  const values = names.map((text) => ({ annotation_id: randomUUID(), ...note, text }));
  await client.insert({ table: 'annotations', values, format: 'JSONEachRow' });
});

test.each(everyEndpoint)('$path accepts every common parameter', async ({ path, parameters }) => {
  const common = { site_id: 'blog', period: '1d', start: '2026-11-20', end: '2026-11-20', timezone: 'UTC' };
  const more = { limit: '5', offset: '1', filter: 'source:Direct', goal: 'event:Signup' };
  const { status } = await service.report(path, { ...common, ...more, ...parameters });
  expect(status).toBe(200);
});

test('the default site is the blog', async () => {
  const { body } = await service.report('/overview');
  expect(body).toMatchObject({ meta: { site_id: 'blog', sites: ['blog'] }, data: { sessions: 1 } });
});

const lists = everyEndpoint.filter(({ isList }) => isList);

test('without pings there are no sites', async () => {
  const empty = await startServiceOn(emptyDatabase());
  const { body } = await empty.report('/sites');
  await empty.stop();
  expect(body).toEqual({ meta: listMeta, data: [] });
});

test('limit=all gives every site in one response', async () => {
  const { body } = await service.report('/sites', { limit: 'all' });
  expect(body).toMatchObject({ meta: { limit: 1000, total } });
  expect(Object(body).data).toHaveLength(total);
});

const ofSites = lists.filter(({ path }) => path !== '/sites');
test.each(ofSites)('$path without data is empty', async ({ path, parameters }) => {
  const answer = await service.report(path, { ...parameters, site_id: 'empty' });
  const meta = { ...listMeta, site_id: 'empty', sites: ['empty'] };
  expect(answer).toMatchObject({ status: 200, body: { meta, data: [] } });
});

// Which rows: each-report.test.ts.
test.each(lists)('$path has a second page of a hundred', async ({ path, parameters }) => {
  const second = { ...parameters, site_id: 'many', limit: '100', offset: '100' };
  const { body } = await service.report(path, second);
  expect(body).toMatchObject({ meta: { limit: 100, offset: 100, total } });
  expect(Object(body).data).toHaveLength(total - 100);
});
