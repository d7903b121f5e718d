import { key } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { useDashboard } from './stage.ts';

/** The API's description for people, /docs. */

const dashboard = useDashboard();

test('with a typed key its examples have the key, and a report is asked for on the page', async () => {
  const { page, context, complaints } = await dashboard.open(`${dashboard.url}/docs#overview`);
  const section = page.locator('#overview');
  expect(await section.locator('code.example').textContent()).toBe(
    `curl -H "Authorization: Bearer $API_KEY" "${dashboard.url}/api/v1/overview"`,
  );
  await page.getByLabel('Your key').fill(key);
  expect(await section.locator('code.example').textContent()).toContain(`Bearer ${key}"`);
  await section.getByRole('button', { name: 'Try' }).click();
  const answer = section.locator('pre.answer');
  await eventually(async () => (await answer.textContent())?.startsWith('200\n'), true);
  expect(await answer.textContent()).toContain('"unique_visitors"');
  expect(complaints).toEqual([]);
  await context.close();
});

test('it knows the key of the dashboard in the same tab, and keeps none itself', async () => {
  const { page, context } = await dashboard.open(`${dashboard.url}/#key=${key}`);
  await eventually(() => page.evaluate("sessionStorage.getItem('tallyhouse_key')"), key);
  await page.goto(`${dashboard.url}/docs`);
  expect(await page.getByLabel('Your key').inputValue()).toBe(key);
  await page.getByLabel('Your key').fill('another');
  await page.reload();
  expect(await page.getByLabel('Your key').inputValue()).toBe(key);
  await context.close();
});

test.each([360, 1280])('at a width of %i pixels nothing is wider than the page', async (width) => {
  const { page, context } = await dashboard.open(`${dashboard.url}/docs`);
  await page.setViewportSize({ width, height: 800 });
  await page.reload();
  const navigation = page.getByRole('navigation', { name: 'Endpoints' });
  expect(await navigation.getByRole('link', { name: '/overview' }).isVisible()).toBe(width > 960);
  for (const summary of await page.locator('section summary').all()) await summary.click();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await context.close();
});
