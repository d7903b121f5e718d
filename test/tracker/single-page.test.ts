import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { act, goBack, read } from './page-clock.ts';
import { useStage, within } from './stage.ts';
import { trackerTag } from './test-site.ts';

const stage = useStage();
const { expectPageviews } = stage;

/** Before the tracker: the browser is an older one, or the page has given the name to something else. */
const older = [
  "Object.defineProperty(window, 'navigation', { value: undefined })",
  "window.navigation = 'main'",
].map((script) => [script, `<script>${script}</script>`]);

test.each([['in a browser of today', ''], ...older])(
  'each page of a single-page app is a view, with its own title, time and depth: %s',
  async (_, before) => {
    const site = await stage.site({ head: before + trackerTag });
    const app = await stage.visit(`${site.url}/app`);
    // The second file does it in older browsers.
    if (before) await app.waitForFunction('!/native/.test(history.pushState)');
    const fold = Number(await app.evaluate('innerHeight')) / 40;
    await read(app, 700);
    await app.evaluate('scrollTo(0, 2000)');
    await read(app, 300);
    await app.evaluate("go('/app/a')");
    await read(app, 1000);
    await app.evaluate("go('/app/b?page=1')");
    await read(app, 700);
    await app.evaluate("history.replaceState(null, '', '/app/b?page=2')");
    await app.evaluate("history.replaceState(null, '', '/app/b/')");
    await app.evaluate("history.pushState(null, '', '#part')");
    await app.evaluate('scrollTo(0, 1000)');
    await read(app, 800);
    await app.evaluate("go('/app/c', 'replaceState')");
    await read(app, 600);
    await app.evaluate('history.go(-2)');
    await eventually(async () => new URL(app.url()).pathname, '/app/a');
    await read(app, 500);
    await app.close();

    await expectPageviews(
      site,
      ...[
        { path: '/app', from: '', ms: 1000, depth: 50 + fold },
        { path: '/app/a', from: '/app', ms: 1000, depth: fold },
        { path: '/app/b', from: '/app/a', ms: 1500, depth: 25 + fold },
        { path: '/app/c', from: '/app/b', ms: 600, depth: fold },
        { path: '/app/a', from: '/app/c', ms: 500, depth: fold },
      ].map(({ path, from, ms, depth }) => ({
        page_path: path,
        page_title: `App ${path}`,
        referrer: from && site.url + from,
        focus_time_ms: ms,
        scroll_depth: within(2, depth),
      })),
    );
    expect(await stage.report(`/overview?site_id=${site.id}`)).toMatchObject({ pageviews: 5, sessions: 1 });
  },
);

/** A router that intercepts navigations and sets the title later, by itself or beside pushState. */
const router = `<script>navigation.addEventListener('navigate', (event) => {
  if (!event.canIntercept || event.hashChange || event.downloadRequest) return;
  event.intercept({ handler: async () => {
    await 0;
    document.title = 'Routed ' + location.pathname;
  } });
})</script>`;

test.each([
  ['alone', "navigation.navigate('/three')", "navigation.navigate('/four', { history: 'replace' })"],
  ['beside the history', "history.pushState(null, '', '/three')", "history.replaceState(null, '', '/four')"],
])('each page of a router on the Navigation API is a view: %s', async (_, push, replace) => {
  const site = await stage.site({ head: trackerTag + router });
  const app = await stage.visitSettled(`${site.url}/one`);
  const steps = [
    "document.querySelector('#second').click()",
    "navigation.navigate('#part'), navigation.updateCurrentEntry({ state: 1 }), navigation.reload()",
    `${push}, ${push.replace('three', 'three?x')}`,
    replace,
    "navigation.traverseTo(navigation.entries().find(({ url }) => url.endsWith('/second')).key)",
    // The second page of a redirect counts.
    `${push.replace('three', 'login')}; ${replace.replace('four', 'home')}`,
  ];
  for (const step of steps) await act(app, `{ ${step} }`);
  const pages = ['/second', '/three', '/four', '/second', '/home'];
  await expectPageviews(
    site,
    { page_path: '/one', referrer: '', page_title: 'Page /one' },
    ...pages.map((page_path, index) => ({
      page_path,
      page_title: `Routed ${page_path}`,
      referrer: `${site.url}${index === 0 ? '/one' : pages[index - 1]}`,
    })),
  );
});

/** Replaces the address as the page opens. */
const redirect = (to: string) =>
  `${trackerTag}<script>addEventListener('DOMContentLoaded', () => history.replaceState(null, '', '${to}'))</script>`;

test('a page that replaces its address as it opens is one view, and keeps its campaign', async () => {
  const site = await stage.site({ head: redirect('/app/en') });
  await stage.visit(`${site.url}/landing?utm_source=paper&utm_medium=print`);
  await expectPageviews(site, '/app/en');
  await stage.expectReport(site, 'sources', [{ source: 'paper', medium: 'print' }]);
});

test('a page that replaces an excluded one is a view', async () => {
  const site = await stage.site({ attributes: 'data-exclude="/app/login"' });
  const app = await stage.visitSettled(`${site.url}/app/login`);
  await app.evaluate("go('/app/home', 'replaceState')");
  await expectPageviews(site, '/app/home');
});

test('an app that is left at once was viewed all the same', async () => {
  const site = await stage.site();
  const app = await stage.visit(`${site.url}/app/1`);
  for (const path of ['/app/2', '/app/3', '/app/4']) {
    await app.evaluate(`go('${path}')`);
    await sleep(5); // those of one millisecond have no order
  }
  await app.close();
  await expectPageviews(site, '/app/1', '/app/2', '/app/3', '/app/4');
});

test.each([
  ['the page has the path that it calls its own', 'href="https://elsewhere.example/shoes?all#top"', '/shoes'],
  ['a page whose own address is none has that of its address bar', 'href="http://"', '/shoes/red'],
  ['a page that calls nothing its own has that of its address', '', '/shoes/red'],
])('with data-canonical %s, and the next one that of its address', async (_, href, path) => {
  const site = await stage.site({
    head: `<link rel="canonical" ${href}>${trackerTag.replace('data-local', 'data-local data-canonical')}`,
  });
  const page = await stage.visitSettled(`${site.url}/shoes/red`);
  await page.evaluate("history.pushState(null, '', '/shirts/red')");
  await expectPageviews(site, path, '/shirts/red');
});

test.each([
  ['with data-hash the fragment is', 'data-hash', ['/shop#/cart', '/shop#/pay', '/shop#/cart']],
  ['without data-hash the fragment is not', '', ['/shop']],
])('%s part of the path', async (_, attributes, paths) => {
  const site = await stage.site({ attributes });
  const page = await stage.visitSettled(`${site.url}/shop#/cart?step=1`);
  for (const fragment of ['#/cart?step=2', '#/cart#sizes', '#/pay', '#/pay#card?x'])
    await act(page, `location.hash = '${fragment}'`);
  for (const _ of ['#/pay', '#/cart#sizes']) await goBack(page);
  await expectPageviews(site, ...paths);
});

test('a page can count views of its own, also before the script is there', async () => {
  const site = await stage.site({
    head: `<script>(window.tallyhouse = window.tallyhouse || []).push(['view', '/early'])</script>${trackerTag}`,
  });
  const page = await stage.visitSettled(`${site.url}/page`);
  await act(page, "tallyhouse.view('/wizard/2')");
  await act(
    page,
    "history.replaceState(null, '', '?step=2'); tallyhouse.view(); tallyhouse.push(['view', '/x'])",
  );
  await expectPageviews(site, '/page', '/early', '/wizard/2', '/page', '/x');
});
