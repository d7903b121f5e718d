import clickIds from '../../apps/ingest/src/pipeline/source/click-ids.json';
import { eventually } from '../harness/eventually.ts';
import { act, goTo } from './page-clock.ts';
import { useStage } from './stage.ts';
import { trackerTag } from './test-site.ts';

/** What a page sends, what it does when that fails, and the ways to load the script. */

const stage = useStage();
const { expectPageviews } = stage;

/** An empty tab, of its own where its size or its browser is another; noted is what a page there sends to ingest, says and throws. */
async function listen(open = stage.go) {
  const page = await open('about:blank');
  const pings: string[] = [];
  const messages: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ping')) pings.push(request.postData() ?? '');
  });
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(`${error}`));
  return { page, pings, messages, errors };
}

/** One field of the views among the pings. */
function ofViews(pings: readonly string[], field: string): unknown[] {
  return pings
    .map((ping): Record<string, unknown> => JSON.parse(ping))
    .filter(({ type }) => type === 'view')
    .map((ping) => ping[field]);
}

const personal = 'email=me@x.example&token=secret';

test('of an address path and tags are sent, and nothing else; of the viewport the class of its width is stored', async () => {
  const site = await stage.site();
  const { page, pings } = await listen(stage.visit);
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(
    `${site.url}/a&b?${personal}&utm_source=paper&gclid_x=secret&UTM_Medium=print&ScCid=7&my_utm_source=secret#${personal}`,
  );
  await expectPageviews(site, '/a&b');
  expect(pings.join()).not.toMatch(/secret|me@x/);
  const sent = new URL(`${ofViews(pings, 'url')[0]}`);
  expect(`${sent.origin}${sent.pathname}${sent.hash}`).toBe(`${site.url}/a&b`);
  expect(Object.fromEntries([...sent.searchParams].filter(([name]) => name !== ''))).toEqual({
    utm_source: 'paper',
    UTM_Medium: 'print',
    ScCid: '7',
  });
  await stage.expectReport(site, 'sources', [{ source: 'paper', medium: 'print' }]);
  await stage.expectReport(site, 'breakdown', [{ value: 'md', visits: 1 }], '&dimension=screen');
});

const windows = {
  platform: 'Windows',
  platformVersion: '15.0.0',
  model: '',
  architecture: 'x86',
  mobile: false,
};
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

test.each([
  ['a Windows whose version only Chromium tells', chrome, windows, 0, { os: 'Windows', os_version: '11' }],
  ['an iPad that asks for desktop pages', safari, undefined, 5, { os: 'iOS', device_type: 'tablet' }],
  ['a Mac', safari, undefined, 0, { os: 'Mac OS', device_type: 'desktop' }],
])('%s is what it is', async (_, userAgent, userAgentMetadata, maxTouchPoints, expected) => {
  const site = await stage.site();
  const { page, messages } = await listen(stage.visit);
  const browser = await stage.tabs.newCDPSession(page);
  await browser.send('Emulation.setUserAgentOverride', {
    userAgent,
    ...(userAgentMetadata && { userAgentMetadata }),
  });
  if (maxTouchPoints > 0)
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints });
  // Without HTTPS a browser says as little as Safari.
  await page.goto(userAgentMetadata ? site.url : site.url.replace('127.0.0.1', 'shop.test'));
  for (const [dimension, value] of Object.entries(expected))
    await stage.expectReport(site, 'breakdown', [{ value, visits: 1 }], `&dimension=${dimension}`);
  expect(messages).toEqual([]);
});

test('every click id that ingest knows is sent; with data-site the console stays empty', async () => {
  const site = await stage.site();
  const ids = Object.keys(clickIds);
  const { page, pings, messages } = await listen();
  await page.goto(`${site.url}/?${ids.map((id) => `${id}=1`).join('&')}`);
  await expectPageviews(site, '/');
  expect([...new URL(`${ofViews(pings, 'url')[0]}`).searchParams.keys()]).toEqual(ids);
  expect(messages).toEqual([]);
});

test("neither the query of the site's own page before nor a fragment is sent or stored", async () => {
  const site = await stage.site();
  const { page, pings } = await listen();
  const referrers = ['', `${site.url}/app`, `${site.url}/app/next`];
  await page.goto(`${site.url}/app?${personal}#/${personal}`);
  await eventually(async () => ofViews(pings, 'referrer'), referrers.slice(0, 1));
  await page.evaluate(`go('/app/next?${personal}&utm_source=paper')`);
  await eventually(async () => ofViews(pings, 'referrer'), referrers.slice(0, 2));
  await page.evaluate(`location = '/second?${personal}'`);
  await page.waitForURL('**/second*');
  await eventually(async () => ofViews(pings, 'referrer'), referrers);
  expect(pings.join()).not.toMatch(/secret|me@x/);
  await expectPageviews(
    site,
    ...['/app', '/app/next', '/second'].map((page_path, index) => ({
      page_path,
      referrer: referrers[index],
    })),
  );
});

test.each(['', 'data-domains="127.0.0.1:80"'])(
  'the query of another site is left to ingest, which does not keep it: %s',
  async (attributes) => {
    const site = await stage.site({ attributes });
    const other = await stage.site({ head: '<meta name="referrer" content="unsafe-url">' });
    const from = `${other.url.replace('127.0.0.1', 'localhost')}/list`;
    const { page, pings } = await listen();
    await page.goto(`${from}?q=shoes`);
    await page.evaluate(`location = '${site.url}/a'`);
    await expectPageviews(site, { page_path: '/a', referrer: from });
    expect(ofViews(pings, 'referrer')).toEqual([`${from}?q=shoes`]);
  },
);

test.each([
  [
    'a tag without data-site causes a warning on the console, and its pings name no site: ingest takes them for blog',
    'defer',
    [undefined],
  ],
  ['so does one whose data-site is empty', 'data-site defer', [undefined]],
  ['and a module of such a tag', 'data-site="" type="module"', [undefined]],
  ['a module without data-site, which cannot find its tag, causes the same warning', 'type="module"', []],
])('%s', async (_, how, sites) => {
  // To the site itself, and not to ingest: the reports of blog are those of another test.
  const tag = trackerTag.replace('data-site="{site}"', 'data-endpoint="/pings"').replace('defer', how);
  const site = await stage.site({ head: tag.replace('{ingest}', '/stats').repeat(2) });
  const { page, messages } = await listen();
  await goTo(page, `${site.url}/forgotten`);
  // Each of both tags causes one.
  await eventually(async () => [...new Set(messages)], ['warning: tallyhouse: no data-site']);
  await eventually(
    async () => site.pings.filter(({ type }) => type === 'view').map(({ site_id }) => site_id),
    sites,
  );
});

test.each([
  ['the network fails', true],
  ['the server is unwell', false],
])('a ping is sent once more when %s, and the page hears nothing of it', async (_, abort) => {
  const site = await stage.site();
  const { page, pings, errors } = await listen();
  let tries = 0;
  await page.route('**/api/ping', (route) => {
    if (tries++ > 0) return route.continue();
    return abort ? route.abort() : route.fulfill({ status: 503 });
  });
  await page.goto(`${site.url}/retried`);
  await eventually(async () => pings.slice(1).includes(pings[0] ?? ''), true);
  await expectPageviews(site, '/retried');
  expect(errors).toEqual([]);
});

test('while the network is away nothing breaks, and the totals that follow make good for all that was lost', async () => {
  const site = await stage.site();
  const { page, errors } = await listen();
  await page.route('**/api/ping', (route) => route.abort());
  await page.goto(`${site.url}/long?height=4000`);
  await act(page, 'scrollTo(0, 1e6)');
  await page.evaluate('scrollTo(0, 0)');
  await page.unroute('**/api/ping');
  await page.close();
  const view = { page_path: '/long', page_title: 'Page /long', scroll_depth: 100, word_count: 20 };
  await expectPageviews(site, view);
  expect(errors).toEqual([]);
});

test('a page whose policy forbids pings is not disturbed', async () => {
  const site = await stage.site({ policy: `script-src ${stage.ingestUrl}; connect-src 'none'` });
  const { page, messages, errors } = await listen();
  await page.goto(`${site.url}/quiet`);
  const refused = expect.arrayContaining([expect.stringContaining('Content Security Policy')]);
  await eventually(async () => messages, refused);
  const moved = 'history.pushState(null, "", "/quiet/on"), location.pathname';
  expect(await page.evaluate(moved)).toBe('/quiet/on');
  expect(errors).toEqual([]);
});

test('behind a path of the site itself, script and pings are of the site', async () => {
  const site = await stage.site({ head: trackerTag.replace('{ingest}', '/stats') });
  await stage.visitAndLeave(`${site.url}/page`);
  await expectPageviews(site, { page_path: '/page', scroll_depth: 100 });
  expect(site.proxied).toEqual(['GET /tracker.js', 'POST /api/ping', 'POST /api/ping']);
});

/** Members of the document that the tracker reads, and others: in this page they are elements. */
const namesakes =
  'referrer title URL hidden hasFocus prerendering currentScript documentElement body querySelector querySelectorAll cookie'
    .split(' ')
    .map((member) => `<img name="${member}"><form name="${member}"></form>`)
    .join('');

/** The script within the page, where it has no folder for its other files. */
async function inlineTag(): Promise<string> {
  const script = await (await fetch(`${stage.ingestUrl}/tracker.js`)).text();
  return `<script data-site="{site}" data-local data-auto data-endpoint="{ingest}/api/ping">${script}</script>`;
}

/** By the name of the script: its path has the hash of what it says. */
async function versionedTag(): Promise<string> {
  const { headers } = await fetch(`${stage.ingestUrl}/tracker.js`);
  const [hash = ''] = /[\w-]{22}/.exec(headers.get('etag') ?? '') ?? [];
  return trackerTag.replace('tracker.js', `tracker.${hash}.js`);
}

const tagMadeByCode = `<script>
  const script = document.createElement('script');
  script.src = '{ingest}/tracker.js';
  script.setAttribute('data-site', '{site}');
  script.setAttribute('data-local', '');
  document.head.appendChild(script);
</script>`;

const asModule = trackerTag.replace('defer', 'type="module"');
const wrapped = `<script>window.fetch = ((send) => (to, init) => send(to.trim(), init))(fetch)</script>${trackerTag}`;

const ingestAlone = "default-src 'none'; script-src {ingest}; connect-src {ingest}";

const ways: [way: string, head: () => string | Promise<string>, policy?: string][] = [
  ['a tag that is made by code', () => tagMadeByCode],
  ['a module', () => asModule],
  ['two tags, one of them a module', () => trackerTag + asModule],
  ['an async tag', () => trackerTag.replace('defer', 'async')],
  ['the tag after a fetch that another script wrapped, and that takes texts alone', () => wrapped],
  ['the script within the page', inlineTag],
  ['the versioned script', versionedTag],
  ['a script whose page allows ingest alone', () => trackerTag, ingestAlone],
  ['the tag beside elements called like members of the document', () => namesakes + trackerTag],
  ...[
    '<i id="tallyhouse"></i>',
    '<i id="tallyhouse"></i><i id="tallyhouse"></i>',
    '<form name="tallyhouse"><input name="push" type="hidden"><input name="optOut" type="hidden"></form>',
    '<iframe name="tallyhouse"></iframe>',
    '<iframe name="tallyhouse" src="{ingest}/tracker.js"></iframe>',
    '<i id="tallyhouse"></i><script>window.tallyhouse = window.tallyhouse || []</script>',
    '<script>var tallyhouse = { site: 1 }</script>',
  ].map((named): [string, () => string] => [`the tag beside ${named}`, () => named + trackerTag]),
];

test.each(ways)('%s counts as one in the page does', async (_, head, policy = '') => {
  const site = await stage.site({
    head: await head(),
    policy: policy.replaceAll('{ingest}', stage.ingestUrl),
  });
  const { page, errors } = await listen();
  await page.goto(`${site.url}/quiet`);
  await expectPageviews(site, { page_path: '/quiet', page_title: 'Quiet', word_count: 5 });
  expect(errors).toEqual([]);
});
