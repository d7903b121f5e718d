import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ingestUnderTest } from '../../apps/ingest/src/ingest-under-test.ts';
import { openWindow } from '../harness/chromium.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { read, settle } from './page-clock.ts';
import { openSite } from './test-site.ts';

/** Real browsers, at an ingest with a preset. Its log has what it stored. */

const kept = 'Object.keys(localStorage).toSorted()';
const visitorOf = (page: Page) => page.evaluate<string>('localStorage.tallyhouse_visitor');

async function stageOf(env: Record<string, string>) {
  const script = (name: string) => readFile(`dist/${name}.js`, 'utf8');
  const ingest = await ingestUnderTest(env, {
    trackerScript: await script('tracker'),
    trackerEventsScript: await script('tracker-events'),
    trackerVitalsScript: await script('tracker-vitals'),
  });
  const [site, window] = [await openSite({ ingestUrl: ingest.url }), await openWindow()];
  const close = () => Promise.all([window.close(), site.close(), ingest.close()]);
  return {
    ingest,
    site,
    page: await window.tabs.newPage(),
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}

test('with PRIVACY=strict nothing is stored until the visitor consents, and again once that is withdrawn', async () => {
  await using stage = await stageOf({ PRIVACY: 'strict' });
  const { ingest, site, page } = stage;
  const views = () =>
    ingest.rows().flatMap((row) => (row['type'] === 'view' ? [[row['page_path'], row['visitor_id']]] : []));
  await page.goto(`${site.url}/first`);
  await settle(page);
  expect(await page.evaluate(kept)).toEqual([]);
  await page.evaluate('tallyhouse.consent(true)');
  await read(page, 1000);
  // The view goes on as it began: with ids it would be another one.
  await page.goto(`${site.url}/second`);
  await settle(page);
  const visitor = await visitorOf(page);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_session', 'tallyhouse_store', 'tallyhouse_visitor']);
  await page.evaluate('tallyhouse.consent(false)');
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await read(page, 1000);
  await page.goto(`${site.url}/third`);
  await settle(page);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await page.evaluate("tallyhouse.push(['consent', true]); tallyhouse.view('/fourth')");
  await settle(page);
  const another = await visitorOf(page);
  await eventually(async () => views().length, 4);
  const [first, second, third, fourth] = views();
  expect([second, fourth]).toEqual([
    ['/second', visitor],
    ['/fourth', another],
  ]);
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
    await page.goto(`${site.url}/next`);
    await settle(page);
    found.push(await visitorOf(page));
  }
  expect(found).toEqual([known[0], expect.not.stringContaining(`${known[1]}`)]);
  await page.evaluate('tallyhouse.consent(false)');
  await page.goto(`${site.url}/refused`);
  await settle(page);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_store']);
  await eventually(async () => ingest.rows().some((row) => row['page_path'] === '/refused'), true);
  const [refused] = ingest.rows().filter((row) => row['page_path'] === '/refused');
  expect([...known, ...found]).not.toContain(refused?.['visitor_id']);
});

test('a browser that asks for privacy is dropped as such, and keeps nothing', async () => {
  await using stage = await stageOf({ PRIVACY: 'cnil' });
  const { ingest, site, page } = stage;
  await page.goto(`${site.url}/without`);
  await settle(page);
  expect(await page.evaluate(kept)).toEqual(['tallyhouse_session', 'tallyhouse_visitor']);
  await page.context().setExtraHTTPHeaders({ 'Sec-GPC': '1' });
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  );
  await page.goto(`${site.url}/with`);
  await settle(page);
  expect(await page.evaluate(kept)).toEqual([]);
  const views = () => ingest.rows().filter(({ type }) => type === 'view');
  await eventually(
    async () => views().map((row) => [row['page_path'], row['drop_reason'], row['ip']]),
    [
      ['/without', '', ''],
      ['', 'gpc', ''],
    ],
  );
});
