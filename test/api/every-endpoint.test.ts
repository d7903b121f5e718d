import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { insertCrawls } from '../harness/crawls.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { everyEndpoint, type RequestableEndpoint } from './every-endpoint.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { emptyDatabase, forAllTests, startDashboardService, startServiceOn } from './query-service.ts';

/** What all endpoints, or all lists, have in common. The entries and their order are in the test of each report. */

// A service of its own, because /sites lists every site.
const service = forAllTests(() => startDashboardService());
const total = 130;

beforeAll(async () => {
  const [ada, place] = [uuid7(hoursAgo(60)), { page_path: '/b', country: 'NL', utm_campaign: 'Spring' }];
  await service.insert([
    ...[50, 40].map((hours) => ping(hoursAgo(hours), visit(hoursAgo(hours), ada), place)),
    seen(hoursAgo(30), { page_path: '/c' }),
  ]);
  // Each name adds one entry to each list: a page, a source, a value of a dimension, an event, a property, a site.
  const names = Array.from({ length: total }, (_, index) => String(index).padStart(3, '0'));
  const inMany = (more: object) => seen(hoursAgo(1), { site_id: 'many', ...more });
  const props = Object.fromEntries(names.map((name) => [`p${name}`, name]));
  await service.insert([
    ...names.map((name) => inMany({ page_path: `/${name}`, source: name, utm_campaign: name })),
    ...['Signup', ...names.slice(1)].map((event) => inMany({ event, props })),
    // The blog is a site, too.
    ...names.slice(2).map((site_id) => seen(hoursAgo(1), { site_id })),
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
  expect(body).toMatchObject({ meta: { site_id: 'blog', sites: ['blog'] }, data: { sessions: 3 } });
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

test.each(lists)('$path shows the part that limit and offset select', async ({ path, parameters }) => {
  const part = async (own: Record<string, string>) => {
    const { body } = await service.report(path, { ...parameters, site_id: 'many', ...own });
    const { meta, data } = z.object({ meta: z.unknown(), data: z.array(z.unknown()) }).parse(body);
    const [limit, offset] = [Number(own['limit'] ?? 20), Number(own['offset'] ?? 0)];
    expect(meta).toMatchObject({ ...listMeta, site_id: 'many', sites: ['many'], limit, offset, total });
    return data;
  };
  const all = [...(await part({ limit: '100' })), ...(await part({ limit: '100', offset: '100' }))];
  expect(new Set(all.map((entry) => JSON.stringify(entry))).size).toBe(total);
  expect(await part({ limit: '7', offset: '126' })).toEqual(all.slice(126));
  if (path !== '/pages') return;
  expect(await part({})).toEqual(all.slice(0, 20));
  expect(await part({ offset: '100000' })).toEqual([]);
});

describe('a filter', () => {
  async function answer({ path, parameters }: RequestableEndpoint, more: Record<string, string>) {
    const { status, body } = await service.report(path, { ...parameters, ...more });
    expect([path, status]).toEqual([path, 200]);
    return typeof body === 'string' ? body : { ...Object(body), meta: {} };
  }

  // Filters do not affect /sites and /pings, and leave the cohorts of /retention unchanged: see test/oracle.
  const unfiltered = ['/sites', '/pings', '/retention'];
  const filtered = everyEndpoint.filter(({ path }) => !unfiltered.includes(path));

  test.each(filtered)('that selects nothing leaves $path as without data', async (endpoint) => {
    const withoutData = await answer(endpoint, { site_id: 'empty' });
    const filter = filtered.indexOf(endpoint) % 2 === 0 ? 'page:/nothing' : 'visitor_type!:new|returning';
    expect(await answer(endpoint, { filter })).toEqual(withoutData);
  });
});
