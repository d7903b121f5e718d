import type { Page } from 'playwright-core';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';
import { filesOf } from '../api/service-files.ts';
import { forAllTests } from '../api/shared-service.ts';
import { openWindow } from '../harness/chromium.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { trackerFiles } from '../harness/tracker-files.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { act, goTo, read } from './page-clock.ts';
import { atLeast } from './stage.ts';
import { openSite, type SiteOptions, trackerTag } from './test-site.ts';

/** What settings of the service and attributes of the tag change, in a real browser. The log of an ingest has what it stored. */

const kept = 'Object.keys(localStorage).toSorted()';
const visitorOf = (page: Page) => page.evaluate<string>('localStorage.tallyhouse_visitor');

const window = forAllTests(openWindow);
beforeAll(() => window.tabs.setDefaultTimeout(patienceMs));

async function stageOf(env: Record<string, string>, options: Omit<SiteOptions, 'ingestUrl'> = {}) {
  const ingest = await ingestUnderTest(env, await trackerFiles());
  const site = await openSite({ ingestUrl: ingest.url, ...options });
  const page = await window.tabs.newPage();
  return {
    ingest,
    site,
    page,
    viewed: () => ingest.rows().filter(({ type }) => type === 'view'),
    async [Symbol.asyncDispose]() {
      for (const tab of window.tabs.pages().slice(1)) await tab.close();
      await Promise.all([site.close(), ingest.close()]);
    },
  };
}

test('with PRIVACY=strict nothing is stored until the visitor consents, and again once that is withdrawn', async () => {
  await using stage = await stageOf({ PRIVACY: 'strict' });
  const { ingest, site, page, viewed } = stage;
  const views = () => viewed().map((row) => [row['page_path'], row['visitor_id']]);
  await goTo(page, `${site.url}/first`);
  expect(await page.evaluate(kept)).toEqual([]);
  await page.evaluate('tallyhouse.consent(true)');
  await read(page, 1000);
  // The view goes on as it began: with ids it would be another one.
  await goTo(page, `${site.url}/second`);
  const visitor = await visitorOf(page);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_session', 'tallyhouse_store', 'tallyhouse_visitor']);
  await page.evaluate('tallyhouse.consent(false)');
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await read(page, 1000);
  await goTo(page, `${site.url}/third`);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await act(page, "tallyhouse.push(['consent', true]); tallyhouse.view('/fourth')");
  const another = await visitorOf(page);
  await eventually(async () => views().length, 4);
  const [first, second, third, fourth] = views();
  expect(second).toEqual(['/second', visitor]);
  expect(fourth).toEqual(['/fourth', another]);
  expect(third?.[1]).toBe(first?.[1]);
  expect(new Set([visitor, another, first?.[1]]).size).toBe(3);
  const engaged = ingest.rows().filter((row) => row['type'] === 'engage');
  for (const { page_path, visitor_id } of engaged) expect(views()).toContainEqual([page_path, visitor_id]);
  expect(engaged.map((row) => row['page_path'])).toEqual(expect.arrayContaining(['/first', '/second']));
});

test('a tag without data-cookieless heeds a refusal, and the id of a visitor ends after 13 months', async () => {
  await using stage = await stageOf({});
  const { ingest, site, page } = stage;
  const known = [uuid7(Date.now() - 391 * 86_400_000), uuid7(Date.now() - 393 * 86_400_000)];
  const found: unknown[] = [];
  await page.goto(`${site.url}/start`);
  for (const id of known) {
    await page.evaluate(`localStorage.tallyhouse_visitor = '${id}'`);
    await goTo(page, `${site.url}/next`);
    found.push(await visitorOf(page));
  }
  expect(found).toEqual([known[0], expect.not.stringContaining(`${known[1]}`)]);
  await page.evaluate('tallyhouse.consent(false)');
  await goTo(page, `${site.url}/refused`);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await eventually(async () => ingest.rows().some((row) => row['page_path'] === '/refused'), true);
  const [refused] = ingest.rows().filter((row) => row['page_path'] === '/refused');
  expect([...known, ...found]).not.toContain(refused?.['visitor_id']);
});

test('a browser that asks for privacy is dropped as such, and keeps no ids, also with consent', async () => {
  await using stage = await stageOf({ PRIVACY: 'cnil' });
  const { site, page, viewed } = stage;
  await goTo(page, `${site.url}/without`);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_session', 'tallyhouse_visitor']);
  await page.evaluate('tallyhouse.consent(true)');
  await page.context().setExtraHTTPHeaders({ 'Sec-GPC': '1' });
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  );
  await goTo(page, `${site.url}/with`);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await eventually(
    async () => viewed().map((row) => [row['page_path'], row['drop_reason'], row['ip']]),
    [
      ['/without', '', ''],
      ['', 'gpc', ''],
    ],
  );
  await page.context().setExtraHTTPHeaders({});
});

/** `link` is a part of the head; `steps` are run in the page, one after another, each once what was before is sent. */
type More = { attributes?: string; link?: string; steps?: string[]; site?: string };

const files = filesOf({
  SITES_FILE: { sites: { kept: { query_parameters: ['p', 'Größe', 'a[b]', '__proto__'] } } },
});
const pushed = ['?secret=1&p=1', '?p=2', '?p=2&x=1', '/app/?p=2', '/app//?p=2'].map(
  (address) => `history.pushState(null, '', '${address}')`,
);

/** Addresses that are visited, and the paths of the views: the tracker sends only the query parameters that the sites file keeps. */
const cases: [what: string, paths: string[], pages: string[], more: More][] = [
  [
    'in their order and in any spelling',
    [
      '/a?secret=1&%70=2#p=3',
      '/b?a%5Bb%5D=1+2&Gr%C3%B6%C3%9Fe=%26&p=&P=secret',
      '/c?p=1&__proto__=2&p=%F0%9F%98%80',
      '/d?secret',
    ],
    ['/a?p=2', '/b?p=&Gr%C3%B6%C3%9Fe=%26&a%5Bb%5D=1+2', '/c?p=1&p=%F0%9F%98%80&__proto__=2', '/d'],
    {},
  ],
  [
    'in a single-page app',
    ['/app?p=1'],
    ['/app?p=1', '/app?p=2', '/app?p=1'],
    { steps: [...pushed, 'history.go(-5)'] },
  ],
  [
    'with data-hash and data-exclude',
    ['/?p=1#/b?secret', '/c?p=1', '/?p=1#/d'],
    ['/#/b?p=1'],
    { attributes: 'data-hash data-exclude="/c, /#/d"' },
  ],
  [
    'with data-canonical and views of its own',
    ['/red?p=1'],
    ['/shoes?p=1', '/own', '/own?p=2'],
    {
      attributes: 'data-canonical',
      link: '<link rel="canonical" href="https://shop.test/shoes?all">',
      steps: ["tallyhouse.view('/own')", "tallyhouse.view('/own?p=2&x=1')"],
    },
  ],
  ['of another site', ['/a?p=secret'], ['/a'], { site: 'other' }],
];

test.each(cases)(
  'query parameters %s',
  async (_, paths, pages, { site = 'kept', attributes, link, steps = [] }) => {
    const tag = trackerTag.replace('{site}', site).replace('data-local', `data-local ${attributes ?? ''}`);
    await using stage = await stageOf(files.env, { head: (link ?? '') + tag });
    const { page, viewed } = stage;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    for (const path of paths) {
      await page.goto(stage.site.url + path);
      for (const step of ['0', ...steps]) await act(page, step);
      await page.goto('about:blank');
    }
    await eventually(async () => viewed().map((row) => row['page_path']), pages);
    expect(sent.join()).not.toMatch(/secret/);
  },
);

/** A button that keeps the page busy, and on one page a space that opens above it once it was painted. */
const body = `
  <div id="space"></div><h1>${'A headline of some length. '.repeat(20)}</h1>
  <button style="width: 300px; height: 300px">Go</button>
  <script>
    document.querySelector('button').onclick = () => {
      for (const since = performance.now(); performance.now() < since + 300; );
    };
    if (location.pathname === '/shifts')
      requestAnimationFrame(() => requestAnimationFrame(() => { space.style.height = '400px'; }));
  </script>`;

const loaded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('vitals'))";
const isMeasured = `performance.getEntriesByName('first-contentful-paint').length > 0 && ${loaded}`;

/** Leaves a page for another tab, and comes back, until the values of a path are as expected: they are sent when a page is hidden. */
async function untilSent(
  { page, ingest }: Awaited<ReturnType<typeof stageOf>>,
  path: string,
  expected: object,
) {
  // A page that is hidden before it is painted has no times.
  await page.waitForFunction(isMeasured);
  const other = await window.tabs.newPage();
  await eventually(async () => {
    await page.bringToFront();
    await page.waitForFunction('!document.hidden');
    await other.bringToFront();
    return vitalsOf(ingest, path);
  }, expected);
  await other.close();
}

const some = expect.objectContaining({ fcp_ms: expect.any(Number) });
const vitalsOf = (ingest: Awaited<ReturnType<typeof ingestUnderTest>>, path: string) =>
  Object.assign({}, ...ingest.rows().flatMap((row) => (row['page_path'] === path ? row['vitals'] : [])));

test('with data-vitals a slow page has late times, one that shifts a high shift, and a busy one a long interaction', async () => {
  await using stage = await stageOf({}, { attributes: 'data-vitals', body });
  const { page, site } = stage;
  await page.goto(`${site.url}/slow`);
  const late = atLeast(2_600);
  await untilSent(stage, '/slow', { ttfb_ms: late, fcp_ms: late, lcp_ms: late, cls: 0 });
  await page.goto(`${site.url}/shifts`);
  await page.click('button');
  const busy = { cls: atLeast(0.1), inp_ms: atLeast(200) };
  await untilSent(stage, '/shifts', expect.objectContaining(busy));
});

test('of a single-page app the first view has the vitals of the load, and later ones have none; so has a page without data-vitals', async () => {
  await using stage = await stageOf({}, { attributes: 'data-vitals' });
  const { page, site, ingest } = stage;
  await page.goto(`${site.url}/app`);
  await untilSent(stage, '/app', some);
  await page.bringToFront();
  await read(page, 700);
  await page.evaluate("go('/app/a')");
  await read(page, 700);
  await untilSent(stage, '/app/a', {});
  await untilSent(stage, '/app', some);

  const without = await openSite({ ingestUrl: ingest.url });
  await page.goto(without.url);
  await read(page, 700);
  expect(await page.evaluate(loaded)).toBe(false);
  await without.close();
});

test('with data-vitals a browser that lacks what measuring shifts needs gets no error, and reports the rest', async () => {
  const head = `<script>delete Array.prototype.at</script>${trackerTag.replace('data-local', 'data-local data-vitals')}`;
  await using stage = await stageOf({}, { head, body });
  const { page, site, ingest } = stage;
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(`${site.url}/shifts`);
  await page.evaluate(
    "new Promise((seen) => new PerformanceObserver(seen).observe({ type: 'layout-shift', buffered: true }))",
  );
  await untilSent(stage, '/shifts', some);
  expect(errors).toEqual([]);
  expect(vitalsOf(ingest, '/shifts')).not.toHaveProperty('cls');
});

test('web vitals measured before the second file begins the first view belong to that view', async () => {
  const attributes = 'data-vitals data-domains="127.0.0.1."';
  await using stage = await stageOf({}, { attributes });
  const { page, site, viewed } = stage;
  await page.route('**/tracker-events.js', async (route) => {
    await page.waitForFunction(isMeasured);
    await route.continue();
  });
  await page.goto(`${site.url}/page`);
  await eventually(async () => viewed().length, 1);
  await untilSent(stage, '/page', some);
});

test.each([
  [
    'a call in the queue begins another view: that has none',
    "(window.tallyhouse = []).push(['view', '/other'])",
    {},
  ],
  [
    'the app goes to another page: that has none',
    "addEventListener('DOMContentLoaded', () => history.pushState(0, '', '/other'))",
    {},
  ],
  ['the second file begins the first view: that has them', "history.replaceState(0, '', '/other')", some],
])('before the file of the web vitals is there, %s', async (_, script, expected) => {
  const tag = trackerTag.replace('data-local', 'data-local data-vitals data-domains="127.0.0.1"');
  const spelled = expected === some ? tag.replace('0.1"', '0.1."') : tag;
  await using stage = await stageOf({}, { head: `<script>${script}</script>${spelled}` });
  const { page, site, ingest } = stage;
  const views = () => ingest.rows().filter((row) => row['page_path'] === '/other');
  await page.route('**/tracker-vitals.js', async (route) => {
    await eventually(async () => views().length > 0, true);
    await route.continue();
  });
  await page.goto(`${site.url}/page`);
  await untilSent(stage, '/other', expected);
  // Sent after the values.
  await page.evaluate("tallyhouse.event('Done')");
  await eventually(async () => views().some((row) => row['event'] === 'Done'), true);
  expect(vitalsOf(ingest, '/other')).toEqual(expected);
});
