import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { goBack, read, settle } from './page-clock.ts';
import { useStage, within } from './stage.ts';
import { trackerTag } from './test-site.ts';

const stage = useStage();
const { expectPageviews } = stage;

test('each page of a single-page app is a view, with its own title, time and depth', async () => {
  const site = await stage.site();
  const app = await stage.visit(`${site.url}/app`);
  const fold = Number(await app.evaluate('innerHeight')) / 40;
  await read(app, 700);
  await app.evaluate('scrollTo(0, 2000)');
  await read(app, 300);
  await app.evaluate("go('/app/a')");
  await read(app, 1000);
  await app.evaluate("go('/app/b?page=1')");
  await read(app, 700);
  await app.evaluate("history.replaceState(null, '', '/app/b?page=2')");
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
});

test('a page that replaces its address as it opens is one view, and keeps its campaign', async () => {
  const site = await stage.site({
    head: `${trackerTag}<script>
      addEventListener('DOMContentLoaded', () => history.replaceState(null, '', '/app/en'));
    </script>`,
  });
  await stage.visit(`${site.url}/landing?utm_source=paper&utm_medium=print`);
  await expectPageviews(site, '/app/en');
  expect(await stage.report(`/sources?site_id=${site.id}`)).toMatchObject([
    { source: 'paper', medium: 'print' },
  ]);
});

test('a page that is replaced by an excluded one as it opens is not a view', async () => {
  const redirect = (to: string) =>
    `<script>addEventListener('DOMContentLoaded', () => history.replaceState(null, '', '${to}'))</script>`;
  const tag = trackerTag.replace('data-local', 'data-local data-exclude="/admin*"');
  const site = await stage.site({ head: tag + redirect('/admin/login') });
  const page = await stage.visit(`${site.url}/page`);
  await settle(page);
  await page.evaluate("history.pushState(null, '', '/open')");
  await expectPageviews(site, '/open');
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

test('with data-canonical the page has the path that it calls its own, and the next one that of its address', async () => {
  const site = await stage.site({
    head: `<link rel="canonical" href="https://elsewhere.example/shoes?all#top">${trackerTag.replace('data-local', 'data-local data-canonical')}`,
  });
  const page = await stage.visit(`${site.url}/shoes/red`);
  await settle(page);
  await page.evaluate("history.pushState(null, '', '/shirts/red')");
  await expectPageviews(site, '/shoes', '/shirts/red');
});

test.each([
  ['with data-hash the fragment is', 'data-hash', ['/shop#/cart', '/shop#/pay', '/shop#/cart']],
  ['without data-hash the fragment is not', '', ['/shop']],
])('%s part of the path', async (_, attributes, paths) => {
  const site = await stage.site({ attributes });
  const page = await stage.visit(`${site.url}/shop#/cart?step=1`);
  await settle(page);
  for (const fragment of ['#/cart?step=2', '#/pay']) {
    await page.evaluate(`location.hash = '${fragment}'`);
    await settle(page);
  }
  await goBack(page);
  await settle(page);
  await expectPageviews(site, ...paths);
});

test('a page can count views of its own, also before the script is there', async () => {
  const site = await stage.site({
    head: `<script>(window.tallyhouse = window.tallyhouse || []).push(['view', '/early'])</script>${trackerTag}`,
  });
  const page = await stage.visit(`${site.url}/page`);
  await settle(page);
  await page.evaluate("tallyhouse.view('/wizard/2')");
  await settle(page);
  await page.evaluate(
    "history.replaceState(null, '', '?step=2'); tallyhouse.view(); tallyhouse.push(['view', '/x'])",
  );
  await settle(page);
  await expectPageviews(site, '/page', '/early', '/wizard/2', '/page', '/x');
});
