import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { read, settle } from './page-clock.ts';
import { openStage, type Stage } from './stage.ts';
import { expectPageviews, within } from './stored.ts';
import { trackerTag } from './test-site.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage?.close());

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
    stage,
    site.id,
    [
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
  await expectPageviews(stage, site.id, [{ page_path: '/app/en' }]);
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
  await expectPageviews(stage, site.id, [{ page_path: '/open' }]);
});

test('an app that is left at once was viewed all the same', async () => {
  const site = await stage.site();
  const app = await stage.visit(`${site.url}/app/1`);
  for (const path of ['/app/2', '/app/3', '/app/4']) {
    await app.evaluate(`go('${path}')`);
    await sleep(5); // those of one millisecond have no order
  }
  await app.close();
  await expectPageviews(
    stage,
    site.id,
    ['/app/1', '/app/2', '/app/3', '/app/4'].map((path) => ({ page_path: path })),
  );
});

test('with data-canonical the page has the path that it calls its own, and the next one that of its address', async () => {
  const site = await stage.site({
    head: `<link rel="canonical" href="https://elsewhere.example/shoes?all#top">${trackerTag.replace('data-local', 'data-local data-canonical')}`,
  });
  const page = await stage.visit(`${site.url}/shoes/red`);
  await settle(page);
  await page.evaluate("history.pushState(null, '', '/shirts/red')");
  await expectPageviews(stage, site.id, [{ page_path: '/shoes' }, { page_path: '/shirts/red' }]);
});

test('with data-hash the fragment is part of the path, without it is not', async () => {
  for (const attributes of ['data-hash', '']) {
    const site = await stage.site({ attributes });
    const page = await stage.visit(`${site.url}/shop#/cart?step=1`);
    await settle(page);
    await page.evaluate("location.hash = '#/cart?step=2'");
    await settle(page);
    await page.evaluate("location.hash = '#/pay'");
    await settle(page);
    await page.evaluate('history.back()');
    await settle(page);
    await expectPageviews(
      stage,
      site.id,
      (attributes ? ['/shop#/cart', '/shop#/pay', '/shop#/cart'] : ['/shop']).map((path) => ({
        page_path: path,
      })),
    );
  }
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
  await expectPageviews(
    stage,
    site.id,
    ['/page', '/early', '/wizard/2', '/page', '/x'].map((path) => ({ page_path: path })),
  );
});
