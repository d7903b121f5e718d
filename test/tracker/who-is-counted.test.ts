import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, settle } from './page-clock.ts';
import { openStage, type Stage } from './stage.ts';
import { expectPageviews } from './stored.ts';
import { type TestSite, trackerTag } from './test-site.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage?.close());

/** The log keeps its order: once this view is stored, earlier pings would be, too. */
async function onlyTheControl(site: TestSite): Promise<void> {
  const control = await stage.site();
  await stage.visit(`${control.url}/control`);
  await expectPageviews(stage, control.id, [{ page_path: '/control' }]);
  await expectPageviews(stage, site.id, []);
}

async function visitAndLeave(url: string): Promise<void> {
  const page = await stage.visit(url);
  await settle(page);
  await page.close();
}

const personal =
  "<script>Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })</script>";
const plainTag = trackerTag.replace(' data-local', '');

test('a page on localhost is left out', async () => {
  const site = await stage.site({ head: personal + plainTag });
  await visitAndLeave(site.url);
  await visitAndLeave(site.url.replace('127.0.0.1', 'localhost'));
  await onlyTheControl(site);
});

test('a driven browser is left out', async () => {
  const site = await stage.site({ head: plainTag });
  await visitAndLeave(site.url.replace('127.0.0.1', 'shop.test'));
  await onlyTheControl(site);
});

test('a page on a named host, in a browser that is not automated, is counted, even without https', async () => {
  const site = await stage.site({ head: personal + plainTag });
  await visitAndLeave(site.url.replace('127.0.0.1', 'shop.test'));
  await expectPageviews(stage, site.id, [{ page_path: '/' }]);
});

test.each([
  ["Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })"],
  ["Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })"],
])('with data-dnt, visitors who ask not to be tracked are not counted: %s', async (signal) => {
  const asking = await stage.site({
    head: `<script>${signal}</script>${trackerTag.replace('defer', 'defer data-dnt')}`,
  });
  await visitAndLeave(asking.url);
  await onlyTheControl(asking);
  const notRespected = await stage.site({ head: `<script>${signal}</script>${trackerTag}` });
  await visitAndLeave(notRespected.url);
  await expectPageviews(stage, notRespected.id, [{ page_path: '/' }]);
});

test('a page in a frame is left out, unless data-frames lets it in', async () => {
  const site = await stage.site();
  await visitAndLeave(`${site.url}/framing`);
  await onlyTheControl(site);
  const open = await stage.site({ attributes: 'data-frames' });
  await visitAndLeave(`${open.url}/framing`);
  await expectPageviews(stage, open.id, [{ page_path: '/framed' }]);
});

test('other domains than those listed are left out', async () => {
  const site = await stage.site({ attributes: 'data-domains="shop.test, *.shop.test"' });
  for (const host of ['localhost', 'shop.test', 'www.shop.test', 'othershop.test']) {
    await visitAndLeave(`${site.url.replace('127.0.0.1', host)}/${host}`);
  }
  await expectPageviews(stage, site.id, [{ page_path: '/shop.test' }, { page_path: '/www.shop.test' }]);
});

test('excluded paths are left out, also within a single-page app', async () => {
  const site = await stage.site({ attributes: 'data-exclude="/admin*, /app/private"' });
  await visitAndLeave(`${site.url}/admin/users`);
  const app = await stage.visit(`${site.url}/app/public`);
  await settle(app);
  await app.evaluate("go('/app/private')");
  await settle(app);
  await app.evaluate("go('/app/end')");
  await settle(app);
  await expectPageviews(stage, site.id, [{ page_path: '/app/public' }, { page_path: '/app/end' }]);
});

test('a file is left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-page-'));
  const site = await stage.site();
  const tag = trackerTag.replace('{ingest}', stage.ingestUrl).replace('{site}', site.id);
  writeFileSync(join(folder, 'page.html'), `<!doctype html>${tag}`);
  await visitAndLeave(`file://${folder}/page.html`);
  rmSync(folder, { recursive: true });
  await onlyTheControl(site);
});

test('a page that loads the script twice is counted once', async () => {
  const site = await stage.site({ head: trackerTag + trackerTag });
  await visitAndLeave(site.url);
  await expectPageviews(stage, site.id, [{ page_path: '/' }]);
});

test('with data-cookieless nothing is stored, and a visit is one session all the same', async () => {
  const site = await stage.site({ attributes: 'data-cookieless' });
  const page = await stage.visit(`${site.url}/first?height=4000`);
  await page.evaluate('scrollTo(0, 1e6)');
  await read(page, 1000);
  await page.click('#second');
  await page.waitForURL('**/second');
  await settle(page);
  expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
    0,
    0,
    '',
  ]);
  await page.close();
  await expectPageviews(stage, site.id, [
    { page_path: '/first', scroll_depth: 100, focus_time_ms: 1000 },
    { page_path: '/second' },
  ]);
  expect(await stage.report(`/overview?site_id=${site.id}`)).toMatchObject({
    pageviews: 2,
    sessions: 1,
    unique_visitors: 1,
  });
});

test('a page that may store nothing is counted', async () => {
  const site = await stage.site({ policy: 'sandbox allow-scripts' });
  const page = await stage.visit(`${site.url}/sandbox`);
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await expect(page.evaluate('localStorage.length')).rejects.toThrow('SecurityError');
  await settle(page);
  await page.evaluate('tallyhouse.optOut(); tallyhouse.view("/not"); tallyhouse.optIn()');
  await page.close();
  await expectPageviews(stage, site.id, [{ page_path: '/sandbox' }, { page_path: '/sandbox' }]);
  expect(errors).toEqual([]);
});

test('who opts out is forgotten, and not counted in any tab until opting in', async () => {
  const site = await stage.site();
  const other = await stage.visit(`${site.url}/other`);
  await settle(other);
  const page = await stage.visit(`${site.url}/page`);
  await settle(page);
  await page.evaluate('tallyhouse.optOut()');
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['tallyhouse_opt_out']);
  await page.evaluate("tallyhouse.view('/never')");
  // Chromium tells the process of another tab a moment later.
  await other.waitForFunction("'tallyhouse_opt_out' in localStorage");
  await other.bringToFront();
  await other.evaluate("tallyhouse.view('/never')");
  await settle(other);
  await visitAndLeave(`${site.url}/never`);
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['tallyhouse_opt_out']);

  const back = await stage.visit(`${site.url}/back`);
  await back.evaluate('tallyhouse.optIn(); tallyhouse.optIn()');
  await settle(back);
  await expectPageviews(stage, site.id, [
    { page_path: '/other' },
    { page_path: '/page' },
    { page_path: '/back' },
  ]);
  expect(await back.evaluate('Object.keys(localStorage).toSorted()')).toEqual([
    'tallyhouse_session',
    'tallyhouse_visitor',
  ]);
  expect(await stage.report(`/overview?site_id=${site.id}`)).toMatchObject({
    unique_visitors: 2,
    sessions: 2,
  });
});

test('the opt-out is kept also where nothing else is', async () => {
  const site = await stage.site({ attributes: 'data-cookieless' });
  const page = await stage.visit(`${site.url}/before`);
  await settle(page);
  await page.evaluate('tallyhouse.optOut()');
  await page.close();
  await visitAndLeave(`${site.url}/after`);
  const back = await stage.visit(`${site.url}/back`);
  await back.evaluate('tallyhouse.optIn()');
  await expectPageviews(stage, site.id, [{ page_path: '/before' }, { page_path: '/back' }]);
});
