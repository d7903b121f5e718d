import type { SettledTableName } from '@tallyhouse/settle';
import { forAllTests, startQueryService, visit } from '../api/query-service.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

const service = forAllTests(() => startQueryService(unhurried));

const date = '2026-11-18';
const morning = Date.parse(`${date}T08:00:00Z`);
const hour = 3_600_000;

/** @param names of the tables; all by default */
const settle = (...names: SettledTableName[]) =>
  settleDays(service.database.client, [date], undefined, names.length > 0 ? names : undefined);

const command = (query: string) => service.database.client.command({ query: named(query) });

/** Adds rows without pings: a report that counts them has read the settled table. */
const inventViews = () =>
  command(
    `insert into settled_totals (site_id, day, minutes, bucket_at, views) values ('blog', '${date}', 1440, '${date} 00:00:00', 100)`,
  );

const view = (site_id: string, at: number, ids = visit(at)) => {
  return { ...ids, site_id, page_path: '/a', pageview_id: uuid7(at), pinged_at: at };
};

/** A report about the day, or a part of it. */
const reported = (path: string, site_id: string, start = `${date}T00:00Z`, end = '2026-11-19T00:00Z') =>
  service.data(path, { site_id, start, end });
const pageviews = async () => Object(await reported('/overview', 'blog')).pageviews;

test('a report of settled days takes two requests', async () => {
  await service.insert([view('twice', morning)]);
  await settle();
  const overview = () => reported('/overview', 'twice');
  // Watermarks of new parts are read once.
  const first = await overview();
  const asked = jest.spyOn(service.database.reader, 'query');
  expect(await overview()).toEqual(first);
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test('a settled day is read while its part exists, and no longer', async () => {
  await service.insert([view('blog', morning)]);
  expect(await pageviews()).toBe(1);
  await settle();
  expect(await pageviews()).toBe(1);
  await inventViews();
  expect(await pageviews()).toBe(101);

  await command(`alter table settled_totals drop partition '${date}'`);
  expect(await pageviews()).toBe(1);

  await settle();
  await inventViews();
  expect(await pageviews()).toBe(101);
  await service.insert([view('blog', morning + 60_000)]);
  expect(await pageviews()).toBe(2);

  await settle();
  expect(await pageviews()).toBe(2);
  await inventViews();
  expect(await pageviews()).toBe(102);
});

test('a changed day is read from its settled rows, without the sessions that changed', async () => {
  const site = 'changed';
  const [first, second] = [visit(morning), visit(morning + hour)];
  await service.insert([view(site, morning, first), view(site, morning + hour, second)]);
  await settle('settled_sessions', 'settled_sources');
  const sessions = (source: string) =>
    command(
      `alter table settled_sessions update source = '${source}' where site_id = '${site}' settings mutations_sync = 1`,
    );
  await sessions('invented');
  await service.insert([view(site, morning + hour + 60_000, second)]);
  expect(await reported('/sources', site)).toMatchObject([
    { source: 'Direct', visits: 1, bounce_rate: 0 },
    { source: 'invented', visits: 1, bounce_rate: 100 },
  ]);
});

test('of two views of a page in a session, one exactly at the start of the range, one is unique', async () => {
  const site = 'edge';
  const session = visit(morning);
  await service.insert([view(site, morning, session), view(site, morning + 60_000, session)]);
  const counted = { views: 2, unique_views: 1 };
  const ofPaths = (path: string) => reported(path, site, `${date}T08:00Z`, `${date}T09:00Z`);
  const pages = async () => [await ofPaths('/pages'), await ofPaths('/pages/%2Fa/engagement')];
  expect(await pages()).toMatchObject([[counted], counted]);
  await settle();
  expect(await pages()).toMatchObject([[counted], counted]);
});

test('where no session passes a filter, a search finds nothing, whether the day is live, settled or changed', async () => {
  const site_id = 'searched';
  const range = { start: '2026-11-17T05:00:00Z', end: '2026-11-19T05:00:00Z' };
  const found = () => service.data('/search', { site_id, q: 'a', filter: 'source:nowhere', ...range });
  // As a server does that is not for tests.
  const { reader } = service.database;
  const ask = reader.query.bind(reader);
  const compiling = jest.spyOn(reader, 'query').mockImplementation((asked) => {
    const clickhouse_settings = { ...asked.clickhouse_settings, compile_expressions: 1 as const };
    return ask({ ...asked, clickhouse_settings });
  });
  const second = visit(morning + hour);
  await service.insert([view(site_id, morning), view(site_id, morning + hour, second)]);
  expect(await found()).toEqual([]);
  await settle();
  expect(await found()).toEqual([]);
  await service.insert([view(site_id, morning + hour + 60_000, second)]);
  expect(await found()).toEqual([]);
  compiling.mockRestore();
});

test('a session with events on two settled days is one, in a range to the ends of time too', async () => {
  const evening = Date.parse(`${date}T23:50Z`);
  const session = visit(evening);
  const signup = (at: number) => ({ ...view('evening', at, session), event: 'Signup' });
  await service.insert([view('evening', evening, session), signup(evening), signup(evening + hour / 3)]);
  await settleDays(service.database.client, [date, '2026-11-19']);
  for (const [start, end] of [
    [date, '2026-11-19'],
    ['1970-01-01T00:00+01:00', '2199-12-31'],
  ] as const)
    expect(await reported('/events', 'evening', start, end)).toMatchObject([{ events: 2, sessions: 1 }]);
});

test.each([
  ['pages', 'settled_pageviews (site_id, day, page_path, entered_at)', '"/invented","",1,1,0,0'],
  [
    'events',
    'settled_events (site_id, day, page_path, event, occurred_at)',
    '"","2026-11-18T09:00:00.000Z","/invented"',
  ],
])('the export of %s reads settled days', async (rows, columns, line) => {
  const site_id = `export-${rows}`;
  const file = async () =>
    String((await service.report(`/export/${rows}`, { site_id, start: date, end: date })).body);
  await service.insert([view(site_id, morning), { ...view(site_id, morning), event: 'Signup' }]);
  const before = await file();
  await settle('settled_pageviews', 'settled_events', 'settled_sessions');
  expect(await file()).toBe(before);
  const name = rows === 'events' ? ", 'Invented'" : '';
  await command(
    `insert into ${columns} values ('${site_id}', '${date}', '/invented'${name}, '${date} 09:00:00')`,
  );
  expect(await file()).toContain(line);
});
