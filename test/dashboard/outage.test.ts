import { createClickHouse } from '@tallyhouse/clickhouse';
import { hoursAgo, key, seen } from '../api/present.ts';
import { forAllTests, startServiceOn } from '../api/query-service.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import type { Reader } from './reader.ts';
import { useDashboard, useReaders } from './stage.ts';
import { trafficOf } from './traffic.ts';

/** The dashboard while the database, or the service, is away: a service of its own, whose way to the database can be cut. */

const dashboard = useDashboard([...trafficOf('away'), ...trafficOf('lost')]);
const openAt = useReaders();
const proxy = forAllTests(() => startProxy(new URL(process.env['TEST_CLICKHOUSE_READER_URL'] ?? '')));
const service = forAllTests(() => {
  const { database } = dashboard;
  return startServiceOn(createClickHouse({ url: proxy.url, database }, logger));
});
afterEach(() => {
  proxy.rules = {};
});

function cutOff(): void {
  proxy.rules = { accept: () => false };
  proxy.cutAll();
}

const open = (site: string) => openAt.look(`${service.url}/?site=${site}#key=${key}`);
const expectAlert = (reader: Reader, words: RegExp) => reader.expectTexts('[role=alert]', [words]);
/** During an outage nothing settles. */
const expectVisitors = (reader: Reader, count: string) =>
  eventually(() => reader.figure('Visitors'), expect.stringMatching(new RegExp(`^${count}( |$)`)));
const sources = async (reader: Reader) => (await reader.rows('Sources')).length;
const banner = /^The database cannot be reached\. The page tries again every 5 seconds\./;

test('one alert reports that the database is down; old numbers fade, and new ones load when it is back', async () => {
  const { reader, page } = await open('away');
  await expectVisitors(reader, '3');
  await reader.settled();

  cutOff();
  await expectAlert(reader, banner);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  expect(await page.locator('.body[aria-busy=false]').count()).toBe(0);
  expect(await page.locator('.body[aria-busy=true]').count()).toBeGreaterThan(5);
  await expectVisitors(reader, '3');
  expect(await sources(reader)).toBe(3);

  // Nothing is known of another period: its panels wait, without a sentence each.
  await reader.choose('Period', 'Last 30 days');
  await reader.expectRows('Sources', []);
  const failed = page.waitForResponse((response) => response.status() === 503);
  await reader.button('Try again').click();
  await failed;
  await expectAlert(reader, banner);
  expect(await sources(reader)).toBe(0);
  await page.goBack();
  await eventually(() => sources(reader), 3);

  await dashboard.insert([seen(hoursAgo(2), { site_id: 'away', source: 'Bing', medium: 'organic' })]);
  proxy.rules = {};
  await reader.expectTexts('[role=alert]', []);
  await expectVisitors(reader, '4');
  await eventually(() => sources(reader), 4);
  await reader.settled();
});

test('a page that is opened meanwhile reports it once, and loads when the database is back', async () => {
  const { reader } = await open('lost');
  await expectVisitors(reader, '3');
  cutOff();
  await reader.page.reload();
  await expectAlert(reader, banner);
  await reader.page.goto(`${service.url}/?site=lost&page=%2Fguide`);
  await expectAlert(reader, banner);
  proxy.rules = {};
  await reader.expectText(reader.heading(), 'The guide');
  await reader.expectTexts('[role=alert]', []);
});

test('a key in the address is kept meanwhile, and signs in when the database is back', async () => {
  cutOff();
  const { reader, page } = await openAt(`${service.url}/?site=lost#key=${key}`);
  await expectAlert(reader, banner);
  await page.reload();
  await expectAlert(reader, banner);
  proxy.rules = {};
  await expectVisitors(reader, '3');
  await reader.settled();
});

test('so it does when the service itself cannot be reached', async () => {
  const { reader } = await open('lost');
  await expectVisitors(reader, '3');
  await reader.page.context().setOffline(true);
  await reader.choose('Period', 'Last 30 days');
  await expectAlert(reader, /^The service cannot be reached\./);
  await reader.page.context().setOffline(false);
  await reader.button('Try again').click();
  await reader.expectTexts('[role=alert]', []);
  await expectVisitors(reader, '4');
  await reader.settled();
});
