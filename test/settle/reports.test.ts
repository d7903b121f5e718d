import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { type QueryService, startQueryService, visit } from '../api/query-service.ts';
import { uuid7 } from '../harness/uuid7.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const date = '2026-11-18';
const morning = Date.parse(`${date}T08:00:00Z`);
const hour = 3_600_000;

async function settle(...dates: string[]): Promise<void> {
  for (const table of settledTables)
    for (const date of dates) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
}

const command = (query: string) => service.database.client.command({ query });

/** Adds rows that no ping made: a report that counts them was read from the settled table. */
const inventViews = () =>
  command(
    `insert into settled_totals (site_id, day, minutes, bucket_at, views) values ('blog', '${date}', 1440, '${date} 00:00:00', 100)`,
  );

const view = (site_id: string, at: number, ids = visit(at)) => ({
  ...ids,
  site_id,
  page_path: '/a',
  pageview_id: uuid7(at),
  pinged_at: at,
});

async function reported(path: string, site_id: string, start: string, end: string): Promise<unknown> {
  const { body } = await service.report(path, { site_id, start: `${start}Z`, end: `${end}Z` });
  return Object(body).data;
}

/** Views and unique views of the page, as the list of pages and its own report have them. */
async function viewsOf(site: string, start: string): Promise<unknown[]> {
  const end = '2026-11-19T12:00:00';
  const paths = ['/pages', '/pages/%2Fa/engagement'];
  const found = await Promise.all(paths.map((path) => reported(path, site, start, end)));
  return found.flat().map((one) => [Object(one).views, Object(one).unique_views]);
}

async function pageviews(): Promise<unknown> {
  return Object(await reported('/overview', 'blog', `${date}T00:00:00`, '2026-11-19T00:00:00')).pageviews;
}

test('a settled day is read while its part exists, and no longer', async () => {
  await service.insert([view('blog', morning)]);
  expect(await pageviews()).toBe(1);
  await settle(date);
  expect(await pageviews()).toBe(1);
  await inventViews();
  expect(await pageviews()).toBe(101);

  await command(`alter table settled_totals drop partition '${date}'`);
  expect(await pageviews()).toBe(1);

  await settle(date);
  await inventViews();
  expect(await pageviews()).toBe(101);
  await service.insert([view('blog', morning + 60_000)]);
  expect(await pageviews()).toBe(2);

  await settle(date);
  expect(await pageviews()).toBe(2);
  await inventViews();
  expect(await pageviews()).toBe(102);
});

test('a changed day is read from its settled rows, without the sessions that changed', async () => {
  const site = 'changed';
  const [first, second] = [visit(morning), visit(morning + hour)];
  await service.insert([view(site, morning, first), view(site, morning + hour, second)]);
  await settle(date);
  const sessions = (source: string) =>
    command(
      `alter table settled_sessions update source = '${source}' where site_id = '${site}' settings mutations_sync = 1`,
    );
  await sessions('invented');
  await service.insert([view(site, morning + hour + 60_000, second)]);
  expect(await reported('/sources', site, `${date}T00:00:00`, '2026-11-19T00:00:00')).toMatchObject([
    { source: 'Direct', visits: 1, bounce_rate: 0 },
    { source: 'invented', visits: 1, bounce_rate: 100 },
  ]);
});

test('without the list of changed sessions the day is live', async () => {
  const site = 'cut';
  await service.insert([view(site, morning)]);
  await settle(date);
  const old = `update watermark = now64(3) - interval 49 hour where site_id = ''`;
  for (const { name } of settledTables)
    await command(`alter table ${name} ${old} settings mutations_sync = 1`);
  await service.insert([view(site, morning + hour)]);
  await command('truncate table changed_sessions');
  expect(await reported('/overview', site, `${date}T00:00:00`, '2026-11-19T00:00:00')).toMatchObject({
    pageviews: 2,
    sessions: 2,
  });
});

test('no sums of a whole day are read when a session of it changed', async () => {
  const site = 'engaged';
  await service.insert([view(site, morning), view(site, morning + 13 * hour)]);
  await settle(date);
  await service.insert([view(site, morning + 12 * hour)]);
  const engagement = await reported(
    '/pages/%2Fa/engagement',
    site,
    '2026-11-16T12:00:00',
    '2026-11-20T12:00:00',
  );
  expect(engagement).toMatchObject({ views: 3, unique_views: 3, entries: 3 });
});

test('a session over midnight counts once, whichever of its days are settled, changed or live', async () => {
  const site = 'night';
  const ids = visit(Date.parse('2026-11-17T23:50:00Z'));
  const late = Date.parse('2026-11-17T23:55:00Z');
  const pings = [view(site, late, ids), view(site, late + 10 * 60_000, ids), view(site, late + hour)];
  await service.insert(pings);
  const all = async () =>
    Promise.all([
      reported('/overview', site, '2026-11-16T12:00:00', '2026-11-19T12:00:00'),
      reported('/pages', site, '2026-11-16T12:00:00', '2026-11-19T12:00:00'),
      reported('/pages', site, '2026-11-18T00:00:00', '2026-11-19T12:00:00'),
      reported('/pages/%2Fa/engagement', site, '2026-11-16T12:00:00', '2026-11-19T12:00:00'),
    ]);
  const live = await all();
  expect(live).toMatchObject([
    { pageviews: 3, sessions: 2, unique_visitors: 2 },
    [{ views: 3, unique_views: 2 }],
    [{ views: 2, unique_views: 2 }],
    { views: 3, unique_views: 2, entries: 2 },
  ]);
  await settle('2026-11-17');
  expect(await all()).toEqual(live);
  await settle('2026-11-18');
  expect(await all()).toEqual(live);
  await service.insert(pings.slice(1, 2));
  expect(await all()).toEqual(live);
  for (const { name } of settledTables) await command(`alter table ${name} drop partition '2026-11-17'`);
  expect(await all()).toEqual(live);
});

test('a view is the first of its session in a range though the session viewed the page as long before as it can', async () => {
  const site = 'lead';
  const early = Date.parse('2026-11-16T23:51:00Z');
  // The id is ten minutes ahead of the first ping, and a day before the last.
  const ids = visit(early + 10 * 60_000);
  const pings = [view(site, early, ids), view(site, early + 24 * hour + 9.5 * 60_000, ids)];
  await service.insert(pings);
  const asked = () => viewsOf(site, '2026-11-16T23:52:00');
  const once = [
    [1, 1],
    [1, 1],
  ];
  expect(await asked()).toEqual(once);
  await settle('2026-11-16', '2026-11-17', '2026-11-18');
  expect(await asked()).toEqual(once);
});

test('a range that begins with a view begins with the first of its session', async () => {
  const site = 'again';
  const ids = visit(morning);
  await service.insert([view(site, morning, ids), view(site, morning + hour / 2, ids)]);
  const asked = () => viewsOf(site, `${date}T08:00:00`);
  const twice = [
    [2, 1],
    [2, 1],
  ];
  expect(await asked()).toEqual(twice);
  await settle(date);
  expect(await asked()).toEqual(twice);
});

test('a first visit that moves back leaves its later day', async () => {
  const site = 'back';
  const returning = visit(Date.parse('2026-11-10T08:00:00Z'));
  const at = (day: string) => Date.parse(`2026-11-${day}T08:00:00Z`);
  const on = (day: string) => view(site, at(day), { ...visit(at(day)), visitor_id: returning.visitor_id });
  await service.insert([on('18')]);
  await settle('2026-11-16', date);
  const share = async (day: string) =>
    Object(await reported('/overview', site, `2026-11-${day}T00:00:00`, `2026-11-${day}T23:00:00`))
      .returning_visitor_percentage;
  expect(await share('18')).toBe(0);
  await service.insert([on('16')]);
  expect([await share('16'), await share('18')]).toEqual([0, 100]);
  await settle('2026-11-16', date);
  expect([await share('16'), await share('18')]).toEqual([0, 100]);
});
