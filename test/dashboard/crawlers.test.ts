import { hoursAgo, seen } from '../api/present.ts';
import { expectOpenToAll } from './barriers.ts';
import { Gate } from './gate.ts';
import { useDashboard } from './stage.ts';

const gptBot = { name: 'GPTBot', operator: 'OpenAI', purpose: 'training', verified: true };
const claudeBot = { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training' };
const markup = '<img src=x onerror="document.title=\'owned\'">';
const at = hoursAgo(3);
const inSite = { site_id: 'crawled' };
/** Requests of the guide, one after the other. */
const reads = (count: number, by: object) =>
  Array.from({ length: count }, (_, index) => ({ ...by, occurred_at: at + index, page_path: '/guide' }));
const dashboard = useDashboard([
  seen(at + 1000, { ...inSite, page_path: '/guide', view_hash: 7, source: 'ChatGPT', medium: 'ai' }),
  seen(hoursAgo(100), inSite),
]);
const { look } = dashboard;

beforeAll(() =>
  dashboard.insertCrawls(
    [
      ...reads(6, gptBot),
      { ...gptBot, occurred_at: hoursAgo(200), page_path: '/old' },
      { ...gptBot, occurred_at: at, page_path: '/gone', status: 404, verified: false },
      ...reads(1, { name: markup }),
      // Its operator could send visits, and sends none.
      ...reads(2, claudeBot),
      { occurred_at: at, class: 'person' as const, page_path: '/guide', view_hash: 7 },
      { occurred_at: at, class: 'person' as const, page_path: '/', view_hash: 8 },
    ].map((row) => ({ ...row, ...inSite })),
  ),
);

test('shows who reads, what came back, who is new, and how much the other reports see', async () => {
  const { reader, page } = await look('/?site=crawled&report=crawlers');
  const reading = 'Reads 10 Pages 2 Errors 10.0% Visits back 1 Reads per visit 9.0';
  await reader.expectText(reader.panel('Reads').locator('dl'), reading);
  await reader.expectRows('Who reads', [
    'GPTBot OpenAI · Training | 7 | 2 | 14.3% | 85.7%',
    'ClaudeBot Anthropic · Training | 2 | 1 | 0% | –',
    `${markup} Other | 1 | 1 | 0% | –`,
  ]);
  await reader.expectTexts(reader.panel('Reads').locator('.ends span'), [/15 Nov$/, /21 Nov$/]);
  const today = reader.panel('Reads').getByRole('listitem').last();
  expect(await today.getAttribute('title')).toMatch(/21 Nov: Reads 10, Errors 1$/);
  await reader.expectTexts(reader.panel('Who reads').locator('header > button'), ['', 'Reads']);
  await reader.expectRows('New this week', [
    'ClaudeBot Anthropic · Training | 2 | 1',
    `${markup} Other | 1 | 1`,
  ]);
  const covered = 'Seen 8.3% 1 Not seen 8.3% 1 Crawlers 83.3% 10 Errors for readers 0% 0';
  await reader.expectText(reader.panel('Coverage').locator('dl'), covered);
  expect(await page.title()).not.toBe('owned');
  await expectOpenToAll(reader);
});

test('a row filters the view, in the address too', async () => {
  const { reader, page, click } = await look('/?site=crawled&report=crawlers&filter=country:NL');
  const list = reader.panel('Who reads');
  await list.getByRole('button', { name: 'Operators' }).click();
  await reader.expectRows('Who reads', [
    'OpenAI | 7 | 2 | 14.3% | 1 | 7.0',
    'Anthropic | 2 | 1 | 0% | 0 | –',
    'Unknown | 1 | 1 | 0% | – | –',
  ]);
  await list.getByRole('button', { name: 'Pages' }).click();
  await list.getByRole('button', { name: '/gone' }).click();
  await reader.expectText(reader.panel('Reads').locator('dl'), /^Reads 1 Pages 1 Errors 100%/);
  expect(new URL(page.url()).searchParams.getAll('crawl')).toEqual(['page:/gone']);
  const gate = await Gate.close(page, /\/crawlers\?.*by=operator/);
  await page.reload();
  // Nothing is 0 while it loads.
  await reader.panel('Reads').locator('.fates').waitFor();
  expect(await reader.panel('Reads').locator('dl').count()).toBe(0);
  gate.release();
  // A phone has the comparison behind a button.
  await page.setViewportSize({ width: 390, height: 844 });
  await click('More');
  await page.getByLabel('Compare with').waitFor();
  await reader.press('Escape');
  await click('Remove the filter: Page is /gone');
  await reader.expectText(reader.panel('Reads').locator('dl'), /^Reads 10/);
});

test('panels that are there only with data say why a report failed', async () => {
  const { reader } = await look('/?site=blog&report=crawlers');
  await reader.fail('**/api/v1/coverage?*', 400, 'Not now.');
  await reader.fail('**/api/v1/crawlers?*sort=rising*', 400, 'Not now.');
  await reader.go('/?site=crawled&report=crawlers');
  for (const name of ['Coverage', 'New this week'])
    await reader.expectText(reader.panel(name).getByRole('alert').locator('span'), 'Not now.');
});

test('under a finger each bar stays in its row, whether the row does something or not', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { reader, page } = await dashboard.open('/?site=crawled&report=crawlers', phone);
  await reader.panel('Coverage').locator('tbody tr').first().waitFor();
  const outside = page.locator('.list tbody tr').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const bar = row.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
      return bar > row.getBoundingClientRect().bottom ? [row.textContent] : [];
    }),
  );
  expect(await outside).toEqual([]);
});

test('without any it says how logs get here', async () => {
  const { reader } = await look('/?site=blog&report=crawlers');
  const command = /tallyhouse import --from combined --site blog --no-pageviews --follow/;
  await reader.expectText(reader.panel('Crawlers'), command);
  const link = reader.panel('Crawlers').getByRole('link', { name: 'Read more' });
  expect(await link.getAttribute('href')).toBe('docs#send_crawls');
  await reader.go('/?site=*&report=crawlers&period=2024-01-01_2024-01-02');
  await reader.expectText(reader.panel('Crawlers'), / --site <site> --no-pageviews/);
  await expectOpenToAll(reader);
});
