import { hoursAgo, key, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { useDashboard } from './stage.ts';

/** As many sites as one key may read. */

const siteNames = Array.from({ length: 500 }, (_, index) => `site-${String(index).padStart(3, '0')}`);
const dashboard = useDashboard(
  siteNames.flatMap((site_id, index) =>
    Array.from({ length: 1 + (index % 5) }, (_, view) => {
      const at = Math.round(hoursAgo(1 + view * 30 + index / 500));
      return { site_id, ...visit(at), pinged_at: at };
    }),
  ),
);

/** The sum of all layout shifts, those after an input included. */
const shifts = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 200)));
})`;

test.each([1440, 390])(
  '%i wide, 500 sites are all there, and nothing jumps while they load',
  async (width) => {
    const reader = await dashboard.open(`${dashboard.url}/?period=12mo#key=${key}`, {
      clock: 'real',
      viewport: { width, height: 900 },
    });
    const { page } = reader;
    const rows = page.locator('.sites tbody tr');
    await eventually(() => rows.count(), 500);
    await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
    expect(await page.evaluate(shifts)).toBeLessThan(0.01);
    expect(new Set(await page.locator('.sites tbody th a').allInnerTexts())).toEqual(new Set(siteNames));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

    await page.getByLabel('Search sites').fill('-49');
    await eventually(() => rows.count(), 10);
    await page.getByRole('button', { name: /^Site: / }).click();
    await eventually(() => reader.siteOptions.count(), 32);
    await page.getByText('470 more: type to find them.').waitFor();
    await page.keyboard.type('321');
    await page.keyboard.press('Enter');
    await eventually(async () => new URL(page.url()).searchParams.get('site'), 'site-321');
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  },
);
