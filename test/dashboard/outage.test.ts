import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import type { Browser } from 'playwright-core';
import { startQuery } from '../../apps/query/src/start.ts';
import { dashboardFolder, hoursAgo, key, now, queryConfig, visit } from '../api/query-service.ts';
import { startProxy, type TcpProxy } from '../faults/cluster/proxy.ts';
import { sharedBrowser } from '../harness/browser.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { barriers } from './barriers.ts';
import { openReader, type Reader, textOf } from './reader.ts';
import { traffic } from './traffic.ts';

/** The dashboard while the database, or the service, is away. */

let database: TestDatabase;
let proxy: TcpProxy;
let service: Awaited<ReturnType<typeof startQuery>>;
let browser: Browser;
let stop: () => Promise<void>;

beforeAll(async () => {
  browser = await sharedBrowser();
  database = await createTestDatabase();
  await insertPings(database.client, traffic);
  proxy = await startProxy(new URL(process.env['TEST_CLICKHOUSE_READER_URL'] ?? ''));
  const logger = createLogger('test', 'silent');
  const clickhouse = createClickHouse({ url: proxy.url, database: database.database }, logger);
  service = await startQuery(queryConfig(), { clickhouse, logger, dashboardFolder, clock: () => now });
  stop = async () => {
    await service.close();
    await clickhouse.close();
    await proxy.close();
    await database.drop();
  };
});
afterEach(() => {
  proxy.rules = {};
});
afterAll(async () => {
  await browser.close();
  await stop();
});

function cutOff(): void {
  proxy.rules = { accept: () => false };
  proxy.cutAll();
}

const open = () => openReader(browser, `${service.url}/?site=blog#key=${key}`);
const alerts = ({ page }: Reader) => page.getByRole('alert').allInnerTexts();
const faded = ({ page }: Reader) => page.locator('.body[aria-busy=true]').count();
const unfaded = ({ page }: Reader) => page.locator('.body[aria-busy=false]').count();
const visitors = async (reader: Reader) => (await reader.figure('Visitors')).replace(/ .*/, '');
const banner = /^The database cannot be reached\. The page tries again every 5 seconds\./;

test('one alert reports that the database is down; old numbers fade, and new ones load when it is back', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(() => visitors(reader), '3');
  await eventually(async () => (await reader.rows('Sources')).length, 3);
  await eventually(() => page.locator('.skeleton, [aria-busy=true]').count(), 0);

  cutOff();
  await eventually(() => alerts(reader), [expect.stringMatching(banner)]);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  expect(await unfaded(reader)).toBe(0);
  expect(await faded(reader)).toBeGreaterThan(5);
  expect(await visitors(reader)).toBe('3');
  expect((await reader.rows('Sources')).length).toBe(3);
  expect(await barriers(page)).toEqual([]);

  // Of another period nothing is known: its panels wait, without a sentence each.
  await page.getByLabel('Period').selectOption('Last 30 days');
  await eventually(() => reader.rows('Sources'), []);
  await reader.button('Try again').click();
  await page.waitForTimeout(1000);
  expect(await alerts(reader)).toEqual([expect.stringMatching(banner)]);
  expect(await reader.rows('Sources')).toEqual([]);
  await page.goBack();
  await eventually(async () => (await reader.rows('Sources')).length, 3);

  const late = hoursAgo(2);
  await insertPings(database.client, [
    { ...visit(late), pinged_at: late, source: 'Bing', medium: 'organic' },
  ]);
  proxy.rules = {};
  await eventually(() => alerts(reader), []);
  await eventually(() => visitors(reader), '4');
  await eventually(async () => (await reader.rows('Sources')).length, 4);
  await eventually(() => faded(reader), 0);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a page that is opened meanwhile reports it once, and loads when the database is back', async () => {
  const reader = await open();
  await eventually(() => visitors(reader), expect.stringMatching(/\d/));
  cutOff();
  await reader.page.reload();
  await eventually(() => alerts(reader), [expect.stringMatching(banner)]);
  await reader.page.goto(`${service.url}/?site=blog&page=%2Fguide`);
  await eventually(() => alerts(reader), [expect.stringMatching(banner)]);
  proxy.rules = {};
  await eventually(() => textOf(reader.page.getByRole('heading', { level: 1 })), 'The guide');
  await eventually(() => alerts(reader), []);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('so it does when the service itself cannot be reached', async () => {
  const reader = await open();
  await eventually(() => visitors(reader), expect.stringMatching(/\d/));
  await reader.context.setOffline(true);
  await reader.page.getByLabel('Period').selectOption('Last 30 days');
  await eventually(() => alerts(reader), [expect.stringMatching(/^The service cannot be reached\./)]);
  await reader.context.setOffline(false);
  await reader.button('Try again').click();
  await eventually(() => alerts(reader), []);
  await eventually(() => visitors(reader), expect.stringMatching(/^[1-9]/));
  await eventually(() => faded(reader), 0);
  await reader.context.close();
});

test.each([
  [400, 'invalid_parameter', 'limit must be less.'],
  [504, 'timeout', 'The report took too long. Try a shorter period.'],
])('a report that fails alone with %i says so in its place', async (status, code, message) => {
  const reader = await open();
  const { page } = reader;
  await eventually(async () => (await reader.rows('Devices')).length > 0, true);
  await page.route('**/api/v1/sources*', (route) =>
    route.fulfill({ status, json: { error: { code, message } } }),
  );
  await page.getByLabel('Period').selectOption('Last 30 days');
  const sources = page.getByRole('region', { name: 'Sources', exact: true });
  await eventually(() => textOf(sources.getByRole('alert').locator('span')), message);
  await eventually(() => faded(reader), 0);
  expect((await alerts(reader)).length).toBe(1);
  expect((await reader.rows('Devices')).length).toBeGreaterThan(0);
  await reader.context.close();
});
