import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { read } from './page-clock.ts';
import { useStage } from './stage.ts';
import type { TestSite } from './test-site.ts';

const stage = useStage();
const attributes = 'data-vitals';

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

/** Whether a page is painted, and the file that measures it is loaded. */
const isMeasured = `
  performance.getEntriesByName('first-contentful-paint').length > 0 &&
  performance.getEntriesByType('resource').some(({ name }) => name.includes('vitals'))`;

/** Leaves a page for another tab, and comes back, until the report says what is expected: values are sent when a page is hidden. */
async function untilReported({ id }: TestSite, page: Page, expected: object[]): Promise<void> {
  // A page that is hidden before it is painted has no times.
  await page.waitForFunction(isMeasured);
  const other = await stage.visit('about:blank');
  await eventually(
    async () => {
      await page.bringToFront();
      await page.waitForFunction('!document.hidden');
      await other.bringToFront();
      return stage.report(`/vitals?site_id=${id}&by=page`);
    },
    expected.map((row) => expect.objectContaining(row)),
  );
}

const poor = (values: object) => expect.objectContaining({ good: 0, views: 1, ...values });

test('a page that is slow has late times, one that shifts a high shift, and a busy one a long interaction', async () => {
  const site = await stage.site({ attributes, body });
  const slow = await stage.visit(`${site.url}/slow`);
  await untilReported(site, slow, [
    {
      ...{ page_path: '/slow', views: 1 },
      ...{ ttfb_ms: poor({ poor: 1 }), fcp_ms: poor({}), lcp_ms: poor({}) },
      ...{ cls: { p75: 0, good: 1, needs_improvement: 0, poor: 0, views: 1 }, inp_ms: null },
    },
  ]);
  const shifts = await stage.visit(`${site.url}/shifts`);
  await shifts.click('button');
  await untilReported(site, shifts, [
    { page_path: '/shifts', views: 1, cls: poor({}), inp_ms: poor({}) },
    { page_path: '/slow', views: 1 },
  ]);
  const [row] = (await stage.report(`/vitals?site_id=${site.id}`)) as Record<string, { p75: number }>[];
  expect(row?.['ttfb_ms']?.p75).toBeGreaterThanOrEqual(2_600);
  expect(row?.['inp_ms']?.p75).toBeGreaterThanOrEqual(200);
});

test('of a single-page app the first view has the vitals of the load, and later ones have none', async () => {
  const site = await stage.site({ attributes });
  const app = await stage.visit(`${site.url}/app`);
  await untilReported(site, app, [{ page_path: '/app', views: 1, fcp_ms: expect.anything() }]);
  await app.bringToFront();
  await read(app, 700);
  await app.evaluate("go('/app/a')");
  await read(app, 700);
  const none = { lcp_ms: null, inp_ms: null, cls: null, fcp_ms: null, ttfb_ms: null };
  await untilReported(site, app, [
    { page_path: '/app', views: 1, fcp_ms: expect.anything() },
    { page_path: '/app/a', views: 1, ...none },
  ]);
});

test('without the attribute the file is not loaded', async () => {
  const site = await stage.site();
  const page = await stage.visit(`${site.url}/`);
  await read(page, 700);
  const loaded =
    'performance.getEntriesByType("resource").filter(({ name }) => name.includes("vitals")).length';
  expect(await page.evaluate(loaded)).toBe(0);
});
