import { hoursAgo, key, now, seen } from '../api/present.ts';
import { forAllTests, startDashboardService } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { keyOf } from './listed.ts';
import type { Reader } from './reader.ts';
import { expectNothingMoves } from './shift.ts';
import { useDashboard, useReaders } from './stage.ts';
import { expectEvenRows, expectUncut } from './whole.ts';

/** The list of all sites of a key (listed.ts). */

const ada = uuid7(hoursAgo(60));
/** Views of a site, each by a visitor of its own. */
const views = (site_id: string, hours: readonly number[]) =>
  hours.map((ago) => seen(Math.round(hoursAgo(ago)), { site_id }));
const every = (count: number, from: number, until: number) =>
  Array.from({ length: count }, (_, index) => from + (index * (until - from)) / count);

const dashboard = useDashboard([
  // 20 pageviews an hour, until three hours ago.
  ...views('broken', every(900, 3.01, 48)),
  // As seldom as ever: three hours without a ping say nothing.
  ...views('calm', [3.5, 20, 40]),
  ...views('busy', [0.5, 1, 2, 5, 30, 200, 210, 1 / 60]),
  // One visitor of two sites.
  seen(hoursAgo(4), { site_id: 'calm', visitor_id: ada }),
  seen(hoursAgo(3), { site_id: 'busy', visitor_id: ada }),
  ...views('beating', [20]),
  ...views('resting', [20]),
]);

const open = (search = '', name = 'home') => dashboard.look(`/${search}`, keyOf(name));
const expectNames = (reader: Reader, ...names: string[]) => reader.expectTexts('.sites tbody th a', names);
const all = ['broken', 'The Busy Shop', 'calm'];
const visitors = (count: number) => ({ Visitors: new RegExp(`^${count} `) });

test('with several sites the bare address shows them all, with totals that count a visitor once', async () => {
  const { reader } = await open();
  await reader.expectRows('Sites', [
    'broken | 0 | 900 | – | 900 | 900 | no pings for 3 hrs',
    /^The Busy Shop shops \| 1 \| 7 \| \+250% \| 7 \| 7 \| 1 ?min ago$/,
    /^calm shops \| 0 \| 4 \| – \| 4 \| 4 \| 3 ?hr? ago$/,
  ]);
  await reader.expectFigures({ ...visitors(910), Pageviews: /^911 / });
  expect(await reader.page.locator('.figure strong').nth(4).getAttribute('title')).toBe('100%');
  await reader.choose('Period', 'All time');
  await reader.expectFigures({ Visitors: '912', Pageviews: '913' });
  await reader.expectTexts('.sites tbody td:nth-child(3)', ['900', '9', '4']);
  await reader.choose('Period', 'Last 7 days');
  await reader.expectText('.top .online', '1 online now');
  expect(await reader.page.locator('.sparkline').count()).toBe(3);
  // At any width the names of sites are seen to their ends.
  for (const width of [360, 561, 641, 721, 768, 901, 961, 1024, 1181, 1920]) {
    await reader.page.setViewportSize({ width, height: 900 });
    await expectNames(reader, ...all);
    await expectUncut(reader, '.sites tbody th a, .sites thead button, .sites td:not(.over-time)');
    await expectEvenRows(reader, '.totals .figure');
  }
});

test('a row leads to the reports of its site, and back, as the name of the service does', async () => {
  const { reader, page } = await open('?period=30d');
  const nine = { Pageviews: /^9 / };
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'The Busy Shop' }).click({ modifiers: ['Control'] });
  await (await tab).close();
  await expectNames(reader, ...all);
  await reader.follow('The Busy Shop');
  await reader.expectFigures(nine);
  await reader.expectParameter('site', 'busy');
  await page.goBack();
  await expectNames(reader, ...all);
  await reader.follow('calm');
  await reader.panel('Summary').waitFor();
  await reader.follow('Tallyhouse, all sites');
  await expectNames(reader, ...all);
  await reader.chooseSite('The Busy Shop');
  await reader.expectFigures(nine);
  await reader.chooseSite('All sites');
  await expectNames(reader, ...all);
});

test('it is searched, ordered and narrowed to silent sites; order and period are in the address', async () => {
  const { reader, page } = await open();
  const now = page.getByRole('columnheader', { name: 'Now' });
  const search = page.getByLabel('Search sites');
  await expectNames(reader, ...all);
  await now.getByRole('button').click();
  await expectNames(reader, 'The Busy Shop', 'broken', 'calm');
  expect(await now.getAttribute('aria-sort')).toBe('descending');
  await page.reload();
  await expectNames(reader, 'The Busy Shop', 'broken', 'calm');
  await search.fill('B');
  await expectNames(reader, 'The Busy Shop', 'broken');
  await reader.button('1 silent').click();
  await expectNames(reader, 'broken');
  await search.fill('calm');
  await page.getByText('No such site.').waitFor();
  await search.fill('');
  // All of them send pings again.
  await page.route('**/api/v1/sites?**', async (route) => {
    const { data, ...rest } = Object(await (await route.fetch()).json());
    const sites = data.map((site: object) => ({ ...site, last_ping_at: rest.meta.end }));
    await route.fulfill({ json: { ...rest, data: sites } });
  });
  await reader.choose('Period', 'Today');
  await reader.expectTexts('.sites tbody td:nth-child(3)', ['6', '165', '2']);
  expect(new URL(page.url()).search).toMatch(/^\?order=online&period=today&/);
});

test('a group narrows rows and totals, is in the address, and can be opened as one', async () => {
  const { reader } = await open();
  await reader.choose('Group', 'shops');
  await expectNames(reader, 'The Busy Shop', 'calm');
  await reader.expectFigures(visitors(10));
  await reader.expectParameter('group', 'shops');
  await reader.page.reload();
  await expectNames(reader, 'The Busy Shop', 'calm');
  await reader.page.getByRole('link', { name: 'Combined report' }).click();
  await reader.expectFigures(visitors(10));
  await reader.expectRows('Pages', ['/ | 11 | 11 | 0s | 0%']);
  await reader.expectParameter('site', '@shops');
});

test('groups are headings with what adds up, in any order, and are collapsed by keyboard', async () => {
  const { reader, page } = await open();
  const rows = async () => (await reader.rows('Sites')).length;
  await expectNames(reader, ...all);
  await reader.button('By group').click();
  await reader.expectParameter('grouped', '1');
  await reader.expectRows('Sites', [
    'shops 2 sites | 11 | 11 | Reports of shops',
    /^The Busy Shop \| 1 \| 7 \| \+250% \| 7 \| 7 \| 1 ?min ago$/,
    /^calm \| 0 \| 4 \| – \| 4 \| 4 \| 3 ?hr? ago$/,
    'No group 1 site 1 silent | 900 | 900',
    'broken | 0 | 900 | – | 900 | 900 | no pings for 3 hrs',
  ]);
  await page.getByRole('columnheader', { name: 'Site' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Change' }).getByRole('button').click();
  await page.reload();
  await expectNames(reader, 'The Busy Shop', 'calm', 'broken');

  await page.getByLabel('Search sites').focus();
  await reader.press('ArrowDown');
  expect(await reader.focused()).toBe('shops2 sites');
  await reader.press('Enter');
  await page.locator('[aria-expanded=false]:focus').waitFor();
  await eventually(rows, 3);
  await reader.press('ArrowDown', 'ArrowDown');
  expect(await reader.focused()).toBe('broken');
  await reader.press('Home', 'Enter');
  await eventually(rows, 5);
  await page.getByRole('link', { name: 'Reports of shops' }).click();
  await reader.expectFigures(visitors(10));
  await reader.expectParameter('site', '@shops');
});

test('the keyboard searches, walks through the rows and opens them', async () => {
  const { reader, page } = await open();
  await expectNames(reader, ...all);
  await reader.button(/^Site: /).focus();
  await reader.press('Tab');
  while (!(await page.evaluate("document.activeElement.matches('.home *')"))) await reader.press('Tab');
  await page.getByRole('columnheader', { name: 'Now' }).getByRole('button').focus();
  await page.evaluate("localStorage.setItem('tallyhouse_shortcuts', 'off')");
  await reader.press('/');
  expect(await reader.focused()).toBe('Now');
  await page.evaluate("localStorage.removeItem('tallyhouse_shortcuts')");
  await reader.press('/');
  await page.keyboard.type('cal');
  await expectNames(reader, 'calm');
  await reader.press('Backspace', 'Backspace', 'Backspace');
  await expectNames(reader, ...all);
  await reader.press('ArrowDown');
  expect(await reader.focused()).toBe('broken');
  await reader.press('ArrowDown', 'ArrowDown', 'ArrowDown');
  expect(await reader.focused()).toBe('calm');
  await reader.press('ArrowUp');
  expect(await reader.focused()).toBe('The Busy Shop');
  await reader.press('Enter');
  await reader.expectFigures({ Pageviews: /^7 / });

  // The switcher too.
  const search = page.getByRole('combobox', { name: 'Search sites' });
  await reader.button('Site: The Busy Shop').focus();
  await reader.press('Enter');
  await page.keyboard.type('ca');
  await reader.expectTexts(reader.siteOptions(), ['calm shops']);
  await reader.press('Enter');
  await reader.expectParameter('site', 'calm');
  await reader.button('Site: calm').and(page.locator(':focus')).waitFor();
  // The same again is no step back.
  const entries = await page.evaluate('history.length');
  await reader.chooseSite('calm');
  expect(await page.evaluate('history.length')).toBe(entries);
  await reader.press('Enter');
  await search.waitFor();
  await reader.press('Escape');
  await search.waitFor({ state: 'detached' });
  await reader.button('Site: calm').click();
  await search.waitFor();
  await reader.press('ArrowUp', 'ArrowDown', 'Enter');
  await expectNames(reader, ...all);
});

test('a list of sites that is refused leaves those that were known, and says why where they are chosen', async () => {
  const { reader, page } = await open('?site=busy');
  await reader.settled();
  const refused = 'The service is busy.';
  await reader.fail('**/api/v1/sites?*period=30d*', 503, refused);
  // The minute's refresh.
  await page.clock.runFor(61_000);
  const says = page.locator('.choices').getByRole('status');
  await reader.button('Site: The Busy Shop').click();
  await reader.expectTexts(says, [refused]);
  await reader.expectTexts(reader.siteOptions(), ['All sites', ...all].map(expect.stringContaining));
  await reader.press('Escape');
  // It asks again when it is opened.
  await page.unroute('**/api/v1/sites?*period=30d*');
  await reader.button('Site: The Busy Shop').click();
  await reader.expectTexts(says, []);
  await reader.press('Escape');

  // A page that is opened meanwhile knows none, until it asks again.
  await reader.fail('**/api/v1/sites?*period=30d*', 503, refused);
  await page.reload();
  await reader.expectText('.only-site', 'busy');
  await page.unroute('**/api/v1/sites?*period=30d*');
  await page.clock.runFor(61_000);
  await reader.button('Site: The Busy Shop').waitFor();
});

test('a view without a site in its address stays with the first of the list when another one overtakes it', async () => {
  const { reader, page } = await open('?report=realtime');
  await reader.button('Site: broken').waitFor();
  await reader.settled();
  await page.route('**/api/v1/sites?*period=30d*', async (route) => {
    const { data, ...rest } = Object(await (await route.fetch()).json());
    await route.fulfill({ json: { ...rest, data: data.toReversed() } });
  });
  const overtaken = page.waitForResponse(/\/sites\?.*period=30d/);
  await page.clock.runFor(61_000);
  await (await overtaken).finished();
  await reader.button(/^Site: /).click();
  const first = ['All sites', 'calm', 'The Busy Shop', 'broken'];
  await reader.expectTexts(reader.siteOptions(), first.map(expect.stringContaining));
  await reader.button('Site: broken').waitFor();
});

test('a live beat redraws the rows that it changes, and no other', async () => {
  const { reader, page } = await open('', 'pulse');
  const expectOnline = (beating: number) =>
    reader.expectRows('Sites', [new RegExp(`^beating \\| ${beating} `), /^resting \| 0 /]);
  await expectNames(reader, 'beating', 'resting');
  await reader.settled();
  // Who is there now comes in a request of its own.
  await expectOnline(0);
  await page.evaluate(`
    window.changed = new Set();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target.nodeType === 1 ? target : target.parentElement)?.closest('tbody tr');
        if (row) window.changed.add(row.querySelector('a').textContent);
      }
    }).observe(document.querySelector('.sites'), { subtree: true, childList: true, characterData: true, attributes: true });
  `);
  await dashboard.insert([seen(now, { site_id: 'beating' })]);
  await page.clock.runFor(6000);
  await expectOnline(1);
  expect(await page.evaluate('[...window.changed]')).toEqual(['beating']);
});

describe('as many sites as one key may read', () => {
  const siteNames = Array.from({ length: 500 }, (_, index) => `site-${String(index).padStart(3, '0')}`);
  const openAt = useReaders();
  const service = forAllTests(() => startDashboardService());
  beforeAll(() =>
    service.insert(siteNames.flatMap((site_id, index) => views(site_id, every(1 + (index % 5), 1, 150)))),
  );

  test('all are there, and nothing jumps while they load', async () => {
    const look = (address: string) => openAt.look(`${service.url}${address}#key=${key}`);
    for (const screen of ['phone', 'laptop'] as const) {
      const { reader, page } = await expectNothingMoves(look, '/?period=12mo', screen);
      const rows = page.locator('.sites tbody tr');
      await eventually(() => rows.count(), 500);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      if (screen === 'phone') continue;
      expect(new Set(await reader.texts('.sites tbody th a'))).toEqual(new Set(siteNames));
      await page.getByLabel('Search sites').fill('-49');
      await eventually(() => rows.count(), 10);
      await reader.button(/^Site: /).click();
      await eventually(() => reader.siteOptions().count(), 32);
      await page.getByText('470 more: type to find them.').waitFor();
      await page.keyboard.type('321');
      await reader.press('Enter');
      await reader.expectParameter('site', 'site-321');
    }
  });
});
