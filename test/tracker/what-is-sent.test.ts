import type { Page } from 'playwright-core';
import clickIds from '../../apps/ingest/src/pipeline/source/click-ids.json';
import { eventually } from '../harness/eventually.ts';
import { openStage, type Stage } from './stage.ts';
import { expectPageviews } from './stored.ts';
import { trackerTag } from './test-site.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage?.close());

/** Goes to an address, and notes the pings and the console's messages from then on. */
async function listenAt(url: string): Promise<{ page: Page; pings: string[]; messages: string[] }> {
  const page = await stage.visit('about:blank');
  const pings: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ping')) pings.push(request.postData() ?? '');
  });
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  await page.goto(url);
  return { page, pings, messages };
}

/** One field of the views among the pings. */
function ofViews(pings: readonly string[], field: string): unknown[] {
  return pings
    .map((ping): Record<string, unknown> => JSON.parse(ping))
    .filter(({ type }) => type === 'view')
    .map((ping) => ping[field]);
}

const personal = 'email=me@x.example&token=secret';

test('of an address path and tags are sent, and nothing else', async () => {
  const site = await stage.site();
  const { pings } = await listenAt(
    `${site.url}/a?${personal}&utm_source=paper&gclid_x=secret&utm_medium=print&ScCid=7&my_utm_source=secret#${personal}`,
  );
  await expectPageviews(stage, site.id, [{ page_path: '/a' }]);
  expect(pings.join()).not.toMatch(/secret|me@x/);
  const sent = new URL(`${ofViews(pings, 'url')[0]}`);
  expect(`${sent.origin}${sent.pathname}${sent.hash}`).toBe(`${site.url}/a`);
  expect([...sent.searchParams].filter(([name]) => name !== '')).toEqual([
    ['utm_source', 'paper'],
    ['utm_medium', 'print'],
    ['ScCid', '7'],
  ]);
  expect(await stage.report(`/sources?site_id=${site.id}`)).toMatchObject([
    { source: 'paper', medium: 'print' },
  ]);
});

test('every click id that ingest knows is sent', async () => {
  const site = await stage.site();
  const ids = Object.keys(clickIds);
  const { pings } = await listenAt(`${site.url}/?${ids.map((id) => `${id}=1`).join('&')}`);
  await expectPageviews(stage, site.id, [{ page_path: '/' }]);
  expect([...new URL(`${ofViews(pings, 'url')[0]}`).searchParams.keys()]).toEqual(ids);
});

test("neither the query of the site's own page before nor a fragment is sent or stored", async () => {
  const site = await stage.site();
  const { page, pings } = await listenAt(`${site.url}/app?${personal}#/${personal}`);
  await page.evaluate(`go('/app/next?${personal}&utm_source=paper')`);
  await eventually(async () => ofViews(pings, 'referrer').length, 2);
  await page.evaluate(`location = '/second?${personal}'`);
  await page.waitForURL('**/second*');
  await eventually(async () => ofViews(pings, 'referrer').length, 3);
  expect(ofViews(pings, 'referrer')).toEqual(['', `${site.url}/app`, `${site.url}/app/next`]);
  expect(pings.join()).not.toMatch(/secret|me@x/);
  await expectPageviews(stage, site.id, [
    { page_path: '/app', referrer: '' },
    { page_path: '/app/next', referrer: `${site.url}/app` },
    { page_path: '/second', referrer: `${site.url}/app/next` },
  ]);
});

test('the query of another site is left to ingest, which does not keep it', async () => {
  const site = await stage.site();
  const other = await stage.site({ head: '<meta name="referrer" content="unsafe-url">' });
  const from = `${other.url.replace('127.0.0.1', 'localhost')}/list`;
  const { page, pings } = await listenAt(`${from}?q=shoes`);
  await page.evaluate(`location = '${site.url}/a'`);
  await expectPageviews(stage, site.id, [{ page_path: '/a', referrer: from }]);
  expect(ofViews(pings, 'referrer')).toEqual([`${from}?q=shoes`]);
});

test('the width of the viewport is sent, and its class is stored', async () => {
  const site = await stage.site();
  const page = await stage.visit('about:blank');
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(`${site.url}/a`);
  await expectPageviews(stage, site.id, [{ page_path: '/a' }]);
  expect(
    await stage.rows(`/export/sessions?site_id=${site.id}&format=jsonl&period=1d&columns=all`),
  ).toMatchObject([{ screen: 'md' }]);
});

test('a tag without data-site causes a warning on the console, and counts for blog', async () => {
  const site = await stage.site({ head: trackerTag.replace(' data-site="{site}"', '').repeat(2) });
  const { messages } = await listenAt(`${site.url}/forgotten`);
  await expectPageviews(stage, 'blog', [{ page_path: '/forgotten' }]);
  expect(messages).toEqual(['warning: tallyhouse: no data-site']);
});

test('with data-site the console stays empty', async () => {
  const site = await stage.site();
  const { messages } = await listenAt(`${site.url}/named`);
  await expectPageviews(stage, site.id, [{ page_path: '/named' }]);
  expect(messages).toEqual([]);
});
