import { noSites } from '@tallyhouse/sites';
import { hoursAgo, key, minutesAgo, now, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/** The list of all sites. */

const ada = uuid7(hoursAgo(60));
/** Views of a site, each by a visitor of its own. */
const views = (site_id: string, hours: readonly number[]) =>
  hours.map((ago) => {
    const at = Math.round(hoursAgo(ago));
    return { site_id, ...visit(at), pinged_at: at, page_path: '/' };
  });
const every = (count: number, from: number, until: number) =>
  Array.from({ length: count }, (_, index) => from + (index * (until - from)) / count);

const listed = {
  ...noSites,
  sites: new Map([
    ['busy', { name: 'The Busy Shop', group: 'shops' }],
    ['calm', { group: 'shops' }],
  ]),
  groups: new Map([['shops', ['busy', 'calm']]]),
};

const pings = [
  // 20 pageviews an hour, until three hours ago.
  ...views('broken', every(900, 3.01, 48)),
  // As seldom as ever: three hours without a ping say nothing.
  ...views('calm', [3.5, 20, 40]),
  ...views('busy', [0.5, 1, 2, 5, 30, 200, 210]),
  // One visitor of two sites.
  { site_id: 'calm', ...visit(hoursAgo(4), ada), pinged_at: hoursAgo(4) },
  { site_id: 'busy', ...visit(hoursAgo(3), ada), pinged_at: hoursAgo(3) },
  { site_id: 'busy', ...visit(minutesAgo(1)), pinged_at: minutesAgo(1) },
];
const dashboard = useDashboard(pings, listed);

const open = (search = '') => dashboard.open(`${dashboard.url}/${search}#key=${key}`);
const names = async ({ page }: Reader) => page.locator('.sites tbody th a').allInnerTexts();
const focused = ({ page }: Reader) => page.evaluate<string>('document.activeElement.textContent');

test('with several sites the bare address shows them all, with totals that count a visitor once', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(
    () => reader.rows('Sites'),
    [
      ['broken', '0', '900', '–', '900', '900', 'no pings for 3 hrs'],
      ['The Busy Shop shops', '1', '7', '+250%', '7', '7', expect.stringMatching(/^1 ?min ago$/)],
      ['calm shops', '0', '4', '–', '4', '4', expect.stringMatching(/^3 ?hr? ago$/)],
    ],
  );
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^910 /));
  await eventually(() => reader.figure('Pageviews'), expect.stringMatching(/^911 /));
  await eventually(() => textOf(page.locator('.top .online')), '1 online now');
  expect(await page.locator('.sparkline').count()).toBe(3);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a row leads to the reports of its site, and back, as the name of the service does', async () => {
  const reader = await open('?period=30d');
  const { page } = reader;
  await page.getByRole('link', { name: 'The Busy Shop' }).click();
  await eventually(() => reader.figure('Pageviews'), expect.stringMatching(/^9 /));
  expect(new URL(page.url()).searchParams.get('site')).toBe('busy');
  await page.goBack();
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await page.getByRole('link', { name: 'calm' }).click();
  await page.getByRole('region', { name: 'Summary' }).waitFor();
  await page.getByRole('link', { name: 'Tallyhouse, all sites' }).click();
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await reader.chooseSite('The Busy Shop');
  await eventually(() => reader.figure('Pageviews'), expect.stringMatching(/^9 /));
  await reader.chooseSite('All sites');
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('it is searched, ordered and narrowed to silent sites; order and period are in the address', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await page.getByRole('columnheader', { name: 'Now' }).getByRole('button').click();
  await eventually(() => names(reader), ['The Busy Shop', 'broken', 'calm']);
  expect(await page.getByRole('columnheader', { name: 'Now' }).getAttribute('aria-sort')).toBe('descending');
  await page.reload();
  await eventually(() => names(reader), ['The Busy Shop', 'broken', 'calm']);
  await page.getByLabel('Search sites').fill('B');
  await eventually(() => names(reader), ['The Busy Shop', 'broken']);
  await reader.button('1 silent').click();
  await eventually(() => names(reader), ['broken']);
  await page.getByLabel('Search sites').fill('calm');
  await page.getByText('No such site.').waitFor();
  await page.getByLabel('Search sites').fill('');
  await reader.button('1 silent').click();
  await page.getByLabel('Period').selectOption('Today');
  await eventually(() => page.locator('.sites tbody td:nth-child(3)').allInnerTexts(), ['6', '165', '2']);
  expect(new URL(page.url()).search).toMatch(/^\?order=online&period=today&/);
  await reader.context.close();
});

test('a group narrows rows and totals, is in the address, and can be opened as one', async () => {
  const reader = await open();
  const { page } = reader;
  await page.getByLabel('Group').selectOption('shops');
  await eventually(() => names(reader), ['The Busy Shop', 'calm']);
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^10 /));
  expect(new URL(page.url()).searchParams.get('group')).toBe('shops');
  await page.reload();
  await eventually(() => names(reader), ['The Busy Shop', 'calm']);
  await page.getByRole('link', { name: 'Reports of these sites' }).click();
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^10 /));
  await eventually(() => reader.rows('Pages'), [['/', '11', '11', '0s', '0%']]);
  expect(new URL(page.url()).searchParams.get('site')).toBe('@shops');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('groups are headings with what adds up, in any order, and are collapsed by keyboard', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await reader.button('By group').click();
  expect(new URL(page.url()).searchParams.get('grouped')).toBe('1');
  await eventually(
    () => reader.rows('Sites'),
    [
      ['shops 2 sites', '11', '11', 'Reports of shops'],
      ['The Busy Shop', '1', '7', '+250%', '7', '7', expect.stringMatching(/^1 ?min ago$/)],
      ['calm', '0', '4', '–', '4', '4', expect.stringMatching(/^3 ?hr? ago$/)],
      ['No group 1 site 1 silent', '900', '900'],
      ['broken', '0', '900', '–', '900', '900', 'no pings for 3 hrs'],
    ],
  );
  await page.getByRole('columnheader', { name: 'Site' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Change' }).getByRole('button').click();
  await page.reload();
  await eventually(() => names(reader), ['The Busy Shop', 'calm', 'broken']);

  await page.getByLabel('Search sites').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused(reader)).toBe('shops2 sites');
  await page.keyboard.press('Enter');
  expect(await page.evaluate("document.activeElement.getAttribute('aria-expanded')")).toBe('false');
  await eventually(async () => (await reader.rows('Sites')).length, 3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused(reader)).toBe('broken');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await eventually(async () => (await reader.rows('Sites')).length, 5);
  await page.getByRole('link', { name: 'Reports of shops' }).click();
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^10 /));
  expect(new URL(page.url()).searchParams.get('site')).toBe('@shops');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('the keyboard searches, walks through the rows and opens them', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await page.locator('body').focus();
  await page.getByRole('button', { name: /^Site: / }).focus();
  await page.keyboard.press('Tab');
  while (!(await page.evaluate("document.activeElement.matches('.home *')")))
    await page.keyboard.press('Tab');
  await page.getByRole('columnheader', { name: 'Now' }).getByRole('button').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('cal');
  await eventually(() => names(reader), ['calm']);
  for (let back = 0; back < 3; back++) await page.keyboard.press('Backspace');
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await page.keyboard.press('ArrowDown');
  expect(await focused(reader)).toBe('broken');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused(reader)).toBe('calm');
  await page.keyboard.press('ArrowUp');
  expect(await focused(reader)).toBe('The Busy Shop');
  await page.keyboard.press('Enter');
  await eventually(() => reader.figure('Pageviews'), expect.stringMatching(/^7 /));

  // The switcher too.
  await page.getByRole('button', { name: 'Site: The Busy Shop' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ca');
  await eventually(() => reader.siteOptions.allInnerTexts(), [expect.stringMatching(/^calm\s+shops$/)]);
  await page.keyboard.press('Enter');
  await eventually(async () => new URL(page.url()).searchParams.get('site'), 'calm');
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Site: calm');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Search sites' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('combobox', { name: 'Search sites' }).count(), 0);
  await page.getByRole('button', { name: 'Site: calm' }).click();
  await page.getByRole('combobox', { name: 'Search sites' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a live beat redraws the rows that it changes, and no other', async () => {
  const reader = await open();
  const { page } = reader;
  await eventually(() => names(reader), ['broken', 'The Busy Shop', 'calm']);
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  await reader.button('1 silent').waitFor();
  // Who is there now comes in a request of its own.
  await eventually(() => textOf(page.locator('.sites tbody tr:nth-child(2) td.live')), '1');
  await page.evaluate(`
    window.changed = new Set();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target.nodeType === 1 ? target : target.parentElement)?.closest('tbody tr');
        if (row) window.changed.add(row.querySelector('a').textContent);
      }
    }).observe(document.querySelector('.sites'), { subtree: true, childList: true, characterData: true, attributes: true });
  `);
  await dashboard.insert([{ site_id: 'calm', ...visit(now), pinged_at: now }]);
  await page.clock.runFor(6000);
  await eventually(() => textOf(page.locator('.sites tbody tr:nth-child(3) td.live')), '1');
  expect(await page.evaluate('[...window.changed]')).toEqual(['calm']);
  await reader.context.close();
});
