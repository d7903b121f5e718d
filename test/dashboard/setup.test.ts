import { key } from '../api/query-service.ts';
import { textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

const dashboard = useDashboard();

test('another site begins without a name, a line to paste, an error or visitors, and gets them with its name', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=shop#key=${key}`);
  const { page } = reader;
  await page.locator('.online').waitFor();
  await reader.chooseSite('Set up another site …');
  const name = page.getByLabel('Name of the site');
  await name.waitFor();
  expect(new URL(page.url()).search).toContain('?site=*new&');
  expect(await name.inputValue()).toBe('');
  expect(await name.getAttribute('aria-invalid')).toBe('false');
  expect(await page.locator('.code').count()).toBe(0);
  expect(await page.locator('.online').count()).toBe(0);
  await page.reload();
  await name.waitFor();

  await name.fill('my site');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('my-site');
  expect(await name.getAttribute('aria-invalid')).toBe('false');
  expect(await textOf(page.locator('.code code'))).toContain('data-site="my-site"');
  await page.getByText('Waiting for the first ping.').waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
