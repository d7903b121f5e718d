import { writeFileSync } from 'node:fs';
import { eventually } from '../harness/eventually.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { act, pageClock, read, settle } from './page-clock.ts';
import { useStage } from './stage.ts';
import { type SiteOptions, type TestSite, trackerTag } from './test-site.ts';

const stage = useStage();
const inFolder = folderOfFile();
const { expectPageviews, visitAndLeave } = stage;

const define = (of: string, name: string, value: string) =>
  `<script>Object.defineProperty(${of}.prototype, '${name}', { get: () => ${value} })</script>`;
const personal = define('Navigator', 'webdriver', 'false');
const dnt = define('Navigator', 'doNotTrack', "'1'");
const gpc = define('Navigator', 'globalPrivacyControl', 'true');
const plainTag = trackerTag.replace(' data-local', '');
const respectful = trackerTag.replace('defer', 'defer data-dnt');

/** `hosts` are names of this machine under which the page is visited, by default its address; `views` are what is counted. */
type Case = { who: string; hosts?: string[]; path?: string; views?: string[] } & Omit<
  SiteOptions,
  'ingestUrl'
>;

const cases: Case[] = [
  { who: 'a page on localhost', head: personal + plainTag, hosts: ['127.0.0.1', 'localhost'] },
  { who: 'a driven browser', head: plainTag, hosts: ['shop.test'] },
  {
    who: 'a page on a named host, in a browser that is not automated, even without https',
    head: personal + plainTag,
    hosts: ['shop.test'],
    views: ['/'],
  },
  { who: 'with data-dnt, who asks not to be tracked', head: dnt + respectful },
  { who: 'with data-dnt, who asks for privacy', head: gpc + respectful },
  { who: 'without data-dnt, who asks not to be tracked', head: dnt + trackerTag, views: ['/'] },
  { who: 'without data-dnt, who asks for privacy', head: gpc + trackerTag, views: ['/'] },
  { who: 'a page in a frame', path: '/framing' },
  {
    who: 'with data-frames, a page in a frame',
    attributes: 'data-frames',
    path: '/framing',
    views: ['/framed'],
  },
  {
    who: 'with data-domains, a page on other domains',
    attributes: 'data-domains="shop.test, *.shop.test"',
    hosts: ['localhost', 'othershop.test'],
  },
  { who: 'a page that loads the script twice, once', head: trackerTag + trackerTag, views: ['/'] },
  ...[
    ['WWW.Shop.test', 'www.shop.test'],
    ['other.test, www.shop.test:21023', 'www.shop.test'],
    ['www.shop.test.', 'www.shop.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['*.BÜCHER.test:80,[::1]:80', 'www.xn--bcher-kva.test'],
    ['a b%zz.test, Shop*', 'shop.test'],
  ].map(([list, host = '']) => ({
    who: `with data-domains="${list}", a page on ${host}`,
    attributes: `data-domains="${list}"`,
    hosts: [host],
    views: ['/'],
  })),
];

test('a page that data-domains leaves out says so on the console, once', async () => {
  const site = await stage.site({ attributes: 'data-domains="*.Shop.test, b\u00fccher.test"' });
  const page = await stage.visit('about:blank');
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(site.url.replace('127.0.0.1', 'shop.test'));
  await eventually(async () => messages.length, 1);
  await page.evaluate("tallyhouse.view('/again'), history.pushState(null, '', '/on')");
  await page.click('body');
  expect(messages).toEqual(['tallyhouse: not counted, as data-domains does not list shop.test']);
  await expectPageviews(site);
});

test('who is counted, and who is left out', async () => {
  const sites: [who: string, site: TestSite][] = [];
  for (const { who, hosts = ['127.0.0.1'], path = '/', views: _, ...options } of cases) {
    const site = await stage.site(options);
    sites.push([who, site]);
    for (const host of hosts) await visitAndLeave(`${site.url.replace('127.0.0.1', host)}${path}`);
  }
  const [ofFile, control] = [await stage.site(), await stage.site()];
  const tag = trackerTag.replace('{ingest}', stage.ingestUrl).replace('{site}', ofFile.id);
  writeFileSync(inFolder('page.html'), `<!doctype html><script>${pageClock}</script>${tag}`);
  await visitAndLeave(`file://${inFolder('page.html')}`);
  // The log keeps its order: once this view is stored, earlier pings are, too.
  await stage.visit(`${control.url}/control`);
  await expectPageviews(control, '/control');
  sites.push(['a file', ofFile]);
  const counted: [who: string, views: unknown[]][] = [];
  // One export after another: only a few may run at once.
  for (const [who, { id }] of sites) {
    const rows = await stage.rows(`/export/pageviews?site_id=${id}&format=jsonl&period=1d`);
    counted.push([who, rows.map((row) => row['page_path'])]);
  }
  expect(counted).toEqual([...cases.map(({ who, views = [] }) => [who, views]), ['a file', []]]);
});

test('excluded paths are left out, also within a single-page app', async () => {
  const site = await stage.site({ attributes: 'data-exclude="/admin*, /app/private"' });
  await visitAndLeave(`${site.url}/admin/users`);
  const app = await stage.visitSettled(`${site.url}/app/public`);
  for (const path of ['/app/private', '/app/end']) await act(app, `go('${path}')`);
  await expectPageviews(site, '/app/public', '/app/end');
});

test('with data-cookieless nothing is stored, and a visit is one session all the same', async () => {
  const site = await stage.site({ attributes: 'data-cookieless' });
  const page = await stage.visit(`${site.url}/first?height=4000`);
  await page.evaluate('scrollTo(0, 1e6)');
  await read(page, 1000);
  await page.click('#second');
  await page.waitForURL('**/second');
  await settle(page);
  const kept = '[localStorage.length, sessionStorage.length, document.cookie]';
  expect(await page.evaluate(kept)).toEqual([0, 0, '']);
  await page.close();
  await expectPageviews(site, { page_path: '/first', scroll_depth: 100, focus_time_ms: 1000 }, '/second');
  await stage.expectReport(site, 'overview', { pageviews: 2, sessions: 1, unique_visitors: 1 });
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
  await expectPageviews(site, '/sandbox', '/sandbox');
  expect(errors).toEqual([]);
});

test('who opts out is forgotten, and not counted in any tab until opting in', async () => {
  const site = await stage.site();
  const kept = 'Object.keys(localStorage).toSorted()';
  const other = await stage.visitSettled(`${site.url}/other`);
  const behind = await stage.tabs.newPage();
  const page = await stage.visitSettled(`${site.url}/page`);
  await behind.goto(`${site.url}/never`);
  await page.evaluate('tallyhouse.optOut()');
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_opt_out']);
  await page.evaluate("tallyhouse.view('/never')");
  for (const tab of [other, behind]) {
    // Chromium tells the process of another tab a moment later.
    await tab.waitForFunction("'tallyhouse_opt_out' in localStorage");
    await tab.bringToFront();
    await read(tab, 1000);
    expect(await tab.evaluate(kept)).toEqual(['tallyhouse_opt_out']);
    await act(tab, "tallyhouse.event('Never'); tallyhouse.view('/never')");
  }
  await visitAndLeave(`${site.url}/never`);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_opt_out']);

  const back = await stage.visit(`${site.url}/back`);
  await act(back, 'tallyhouse.optIn(); tallyhouse.optIn()');
  await expectPageviews(site, '/other', '/page', '/back');
  expect(await back.evaluate(kept)).toEqual(['tallyhouse_session', 'tallyhouse_visitor']);
  await stage.expectReport(site, 'overview', { unique_visitors: 2, sessions: 2 });
});

test('the opt-out is kept also where the storage is full', async () => {
  const site = await stage.site();
  const page = await stage.visitSettled(`${site.url}/before`);
  await page.evaluate(`for (let size = 2 ** 23, text = ''; size >= 1; size /= 2) try {
    localStorage.full = text + 'x'.repeat(size);
    text = localStorage.full;
  } catch {}`);
  await page.evaluate('tallyhouse.optOut()');
  expect(await page.evaluate('Object.keys(localStorage).toSorted()')).toEqual(['full', 'tallyhouse_opt_out']);
});

test('the opt-out is kept also where nothing else is', async () => {
  const site = await stage.site({ attributes: 'data-cookieless' });
  const page = await stage.visitSettled(`${site.url}/before`);
  await page.evaluate('tallyhouse.optOut()');
  await page.close();
  await visitAndLeave(`${site.url}/after`);
  const back = await stage.visit(`${site.url}/back`);
  await back.evaluate('tallyhouse.optIn()');
  await expectPageviews(site, '/before', '/back');
});
