import { hoursAgo, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { Gate } from './gate.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** 130 visits of one page each, in as many languages. */
const many = Array.from({ length: 130 }, (_, index) =>
  seen(hoursAgo(20 + index / 100), {
    site_id: 'many',
    page_path: `/p/${String(index).padStart(3, '0')}`,
    // From aa to ez.
    language: `${letters[Math.floor(index / 26)]}${letters[index % 26]}`,
  }),
);

/** Values that two lists may name alike: a source of two mediums, a town of two countries, two systems with one version. */
const alike = (
  [
    ['Google', 'organic', 'spring', 'US', 'Texas', 'Paris', 'Firefox', '144.0'],
    ['Google', 'cpc', 'spring', 'FR', 'Paris', 'Paris', 'Chrome', '144.0'],
    ['Google', 'cpc', '', 'FR', 'Paris', 'Paris', 'Chrome', '143.0'],
    ['Direct', 'none', '', 'FR', '', '', 'Chrome', '144.0'],
  ] as const
).map(([source, medium, utm_campaign, country, region, city, browser, browser_version], index) => ({
  ...seen(hoursAgo(20 + index), { source, medium, utm_campaign, country, region, city }),
  site_id: 'alike',
  browser,
  browser_version,
  os: 'Linux',
  device_type: 'desktop',
  language: 'fr',
  screen: 'lg',
  hostname: 'alike.example',
}));

const link = 'https://news.example/item?id=1';
const onward = seen(hoursAgo(20), { site_id: 'exits' });
const { look } = useDashboard([
  ...many,
  ...alike,
  { ...event(hoursAgo(19), 'Signup'), site_id: 'alike' },
  { ...onward, page_path: '/in', source: 'news.example', referrer: link },
  { ...onward, pinged_at: hoursAgo(19), page_path: '/out' },
  seen(hoursAgo(18), { site_id: 'exits', page_path: '/in' }),
]);

/** The field that finds filters, and what it offers. */
const finding = ({ page }: Reader) => ({
  field: page.getByRole('combobox', { name: /^Filter/ }),
  options: page.getByRole('listbox').getByRole('option'),
});

test('filters are found by typing any value, whatever its property, and the field stays for the next', async () => {
  const { reader } = await look('/?site=blog');
  const { field, options } = finding(reader);
  await reader.button('Visitors').waitFor();
  await reader.press('/');
  expect(await reader.page.evaluate('document.activeElement.role')).toBe('combobox');
  expect(await options.count()).toBeGreaterThan(20);
  // Enter before anything is found adds no guess.
  const gate = await Gate.close(reader.page, /\/api\/v1\/.*limit=/);
  await reader.page.keyboard.type('Desktop');
  await reader.press('Enter');
  await eventually(async () => gate.held > 0, true);
  await reader.press('Enter');
  expect(reader.parameter('filter')).toBe(null);
  await gate.releaseAll(reader.page);
  await options.getByText('Desktop', { exact: true }).waitFor();
  // A chosen option stays chosen when another comes before it.
  await reader.press('Escape', '/');
  const pages = await Gate.close(reader.page, '**/api/v1/pages?*');
  await reader.page.keyboard.type('i');
  await options.getByText('United States').waitFor();
  const chosen = reader.page.locator('[role=option][aria-selected=true]');
  const isChosen = async () => (await reader.texts(chosen)).join().startsWith('United States');
  while (!(await isChosen())) await reader.press('ArrowDown');
  await pages.releaseAll(reader.page);
  await options.filter({ hasText: 'Page · 3' }).waitFor();
  expect(await isChosen()).toBe(true);
  await field.fill('');
  await reader.page.keyboard.type('net');
  await reader.expectTexts(options, ['Netherlands Country · 2', 'Page contains net Filter']);
  const first = await options.first().getAttribute('id');
  await eventually(() => field.getAttribute('aria-activedescendant'), first);
  // The Enter of an input method ends a word.
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  expect(reader.parameter('filter')).toBe(null);
  await reader.press('Enter');
  await reader.expectChips(['Country is Netherlands']);
  await reader.page.keyboard.type('states');
  await options.getByText('United States').waitFor();
  await reader.press('Enter');
  await reader.expectChips(['Country is Netherlands or United States']);
  await reader.expectParameter('filter', 'country:NL|US');
  await reader.expectFigures({ Visits: '3 from 0' });

  // A property first, then a part of its values, in another condition.
  await field.fill('exit');
  await options.getByText('Exit page', { exact: true }).waitFor();
  await reader.press('Enter');
  await reader.expectTexts(options, ['/guide Exit page · 2', '/ Exit page · 1']);
  await reader.press('Backspace');
  await field.fill('GUIDE');
  await options.getByText('Page contains GUIDE', { exact: true }).click();
  await reader.press('Escape');
  await reader.click('Page contains GUIDE', 'does not contain');
  await reader.expectRows('Pages', ['/ Home | 2 | 2 | 8s | 100%']);
  await reader.button('Clear all').click();

  await reader.press('/');
  await field.fill('plan:pro');
  await options.getByText('plan is pro').waitFor();
  await reader.press('Enter');
  await reader.expectChips(['plan is pro']);
});

test('filters are kept as a segment, in this browser', async () => {
  const { reader, page } = await look('/?site=shop&filter=country:NL&filter=source!:Google');
  const { options } = finding(reader);
  await reader.button(/^Filter$/).click();
  await reader.enter('Save the 2 filters as a segment', 'Dutch, without Google');
  await reader.button('Clear all').click();
  await reader.expectChips([]);
  await page.reload();
  await reader.button(/^Filter$/).click();
  await options.getByText('Dutch, without Google').click();
  await reader.expectChips(['Country is Netherlands', 'Source is not Google']);
  await reader.click('Delete Dutch, without Google');
  await page.reload();
  await reader.button(/^Filter$/).click();
  await options.first().waitFor();
  expect(await options.getByText('Segment').count()).toBe(0);
});

test('the sites file has goals, and segments next to those of the browser, which cannot be deleted here', async () => {
  const { reader } = await look('/?site=blog&filter=source!:Google');
  const { options } = finding(reader);
  await reader.button(/^Filter$/).click();
  const segments = options.filter({ hasText: 'Segment' });
  await reader.expectTexts(segments, ['Dutch readers Segment', 'One site Segment']);
  expect(await reader.page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await reader.enter('Save the filter as a segment', 'Dutch readers');
  await eventually(() => segments.count(), 3);
  await options.getByText('One site').click();
  const refused = '“One site” has a part that the dashboard does not know: site:blog. Nothing was changed.';
  await reader.expectText('.filtering [role=alert]', refused);
  await reader.expectChips(['Source is not Google']);
  await options.getByText('Dutch readers').first().click();
  await reader.expectChips(['Country is Netherlands']);
  await reader.press('Escape');

  // Its goals are chosen by their names.
  await reader.button('Goal…').click();
  await reader.choose('Goal: what it is', 'Goal of the site');
  await reader.enter('Goal', 'Unknown');
  await reader.expectText('.choosing [role=alert]', 'Accepted: Guided');
  await reader.enter('Goal', 'Guided');
  await reader.expectParameter('goal', 'page:/guide');
  await reader.button('Remove the goal: Page is /guide').waitFor();
});

test('a list in full has every row, page by page, can be searched, and is in the address', async () => {
  const { reader, page } = await look('/?site=many');
  const range = (text: string) => reader.dialog().getByText(text).waitFor();
  await reader.click('Entry pages', 'All 130');
  await reader.expectParameter('detail', 'entry_page');
  await range('1–100 of 130');
  expect((await reader.rows(reader.dialog())).at(99)).toBe('/p/099 | 1 | 1 | 100%');
  // A long list has the orders of the service: its own, and by change.
  await reader.expectTexts(reader.dialog().locator('thead button'), ['Change']);
  await reader.button('Next').click();
  await range('101–130 of 130');
  const last = expect.stringMatching(/^\/p\/129 /);
  await eventually(async () => (await reader.rows(reader.dialog())).at(-1), last);
  await page.getByRole('searchbox', { name: 'Search Entry pages' }).fill('P/12');
  await range('1–10 of 10');
  await page.reload();
  await range('1–100 of 130');
  await reader.press('Escape');
  await reader.expectParameter('detail', null);
  await page.goBack();
  await range('1–100 of 130');
  await reader.dialog().getByRole('button', { name: '/p/000', exact: true }).click();
  await reader.expectChips(['Entry page is /p/000']);
  expect(await reader.dialog().count()).toBe(0);
});

test('a list in full finds by their names what has one, wherever it is in the list', async () => {
  for (const [list, search, typed, row] of [
    ['alike&detail=country', 'Search Countries', 'franc', /^France \| 3 \| 3 /],
    ['alike&detail=device_type', 'Search Devices', 'desk', /^Desktop \| 4 /],
    ['many&detail=language', 'Search Languages', 'english', /^English \| 1 \| 1 /],
  ] as const) {
    const { reader, page } = await look(`/?site=${list}`);
    await page.getByRole('searchbox', { name: search }).fill(typed);
    await reader.expectRows(reader.dialog(), [row]);
    await reader.says('1–1 of 1');
  }
  // So does the field for filters.
  const { reader } = await look('/?site=many');
  await reader.click(/^Filter$/);
  const { field, options } = finding(reader);
  await field.fill('english');
  await options.getByText('English', { exact: true }).waitFor();
});

test('a list in full has the rows and the numbers of its panel, whose download is named like the others', async () => {
  const { reader, page } = await look('/?site=alike');
  for (const [panel, ...tabs] of [
    ['Pages', 'Top pages', 'Entry pages', 'Exit pages', 'Hosts'],
    ['Sources', 'Channels', 'Sources', 'Mediums', 'Campaigns'],
    ['Places', 'Countries', 'Regions', 'Cities'],
    ['Devices', 'Devices', 'Browsers', 'Systems', 'Screens'],
    ['Visitors', 'Languages'],
    ['Events'],
  ] as const)
    for (const tab of [...tabs, undefined].slice(0, Math.max(1, tabs.length))) {
      const card = reader.panel(panel);
      if (tab) await card.getByRole('button', { name: tab, exact: true }).click();
      await card.getByRole('button', { name: 'Details', exact: true }).waitFor();
      await reader.settled();
      const firsts = async (part: Parameters<Reader['rows']>[0]) =>
        (await reader.rows(part)).map((row) => row.split(' | ').slice(0, 2).join(' | '));
      const rows = await firsts(card);
      expect(rows.length).toBeGreaterThan(0);
      for (const name of await card.getByRole('button', { name: /^Download/ }).all())
        expect(await name.getAttribute('aria-label')).toMatch(/^Download (all )?[a-z]/);
      await card.getByRole('button', { name: 'Details', exact: true }).click();
      await eventually(() => firsts(reader.dialog()), rows);
      await reader.dialog().getByText(`1–${rows.length} of ${rows.length}`).waitFor();
      await reader.press('Escape');
      await eventually(() => reader.dialog().count(), 0);
    }
  await page.goto(`${page.url().replace(/detail=[^&]*&?/, '')}&detail=city`);
  await reader.dialog().getByRole('button', { name: 'Paris United States' }).click();
  await reader.expectChips(['City is Paris', 'Country is United States', 'Region is Texas']);
  await reader.expectFigures({ Visits: '1 from 0' });
  await reader.button('Clear all').click();
  // A list within a list stays in its panel, as the address does not name the outer one.
  await reader.expectRows('Visitors', ['First visit | 4 | 4 | 100%']);
  await reader.click('Browsers');
  await reader.button('Versions of Chrome').press('Enter');
  await eventually(reader.focused, ' Browsers');
  await reader.expectRows('Devices', ['144.0 | 2 | 2 | 100%', '143.0 | 1 | 1 | 100%']);
  const details = reader.panel('Devices').getByRole('button', { name: 'Details', exact: true });
  expect(await details.count()).toBe(0);
  await reader.button('143.0').click();
  // Other browsers may have a version of the same name.
  await reader.expectChips(['Browser is Chrome', 'Browser version is 143.0']);
  await reader.expectFigures({ Visits: '1 from 0' });
  await reader.panel('Devices').getByRole('button', { name: '143.0' }).click();
  await reader.expectChips([]);
});

test('a list in full is put in order by any column when it fits on one page, and saved as it is shown', async () => {
  const { reader } = await look('/?site=blog&detail=page');
  const order = async () => (await reader.rows(reader.dialog())).map((row) => row.replace(/[ |].*/, ''));
  await eventually(order, ['/guide', '/']);
  const views = reader.dialog().getByRole('columnheader', { name: 'Pageviews' });
  expect(await views.getAttribute('aria-sort')).toBe('descending');
  const scroll = reader.dialog().getByRole('columnheader', { name: 'Scroll depth' });
  for (const [sorted, expected] of [
    ['descending', ['/', '/guide']],
    ['ascending', ['/guide', '/']],
    ['descending', ['/', '/guide']],
  ]) {
    await scroll.getByRole('button').click();
    await eventually(() => scroll.getAttribute('aria-sort'), sorted);
    await eventually(order, expected);
  }
  expect(await reader.saved('Download pages in full as CSV')).toEqual([
    'blog-pages-in-full-2026-11-15-2026-11-21.csv',
    '"page","pageviews","change","previous","visits","focus_time","scroll_depth"\r\n"/",2,1,1,2,7500,100\r\n"/guide",3,3,0,3,60000,63.33\r\n',
  ]);
  const bars = reader.dialog().locator('.bar');
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.style.inlineSize));
  expect(widths).toEqual([`${200 / 3}%`, '100%'].map((width) => expect.stringMatching(width.slice(0, 5))));
  await reader.dialog().getByRole('button', { name: 'Open /guide' }).click();
  await reader.expectParameter('page', '/guide');
  expect(reader.parameter('detail')).toBe(null);
});

test('keys choose periods, and go to the one before and after; ? lists them, and they can be turned off', async () => {
  const { reader } = await look('/?site=blog');
  await reader.expectFigures({ Visits: '3 +200%' });
  await reader.press('d');
  await reader.expectFigures({ Visits: '1 −50%' });
  await reader.press('p');
  await reader.expectFigures({ Visits: '2 from 0' });
  await reader.expectParameter('period', 'yesterday');
  await reader.click('Later');
  await reader.expectParameter('period', 'today');
  await eventually(() => reader.button('Later').isDisabled(), true);
  await reader.press('a');
  await reader.expectFigures({ Visits: '4' });
  const compare = reader.page.getByLabel('Compare with');
  expect(await compare.count()).toBe(0);
  // All time is drawn from the first month with visits.
  await reader.page.locator('[role=slider][aria-valuemax="0"]').waitFor();
  await reader.press('y');
  await reader.expectParameter('period', 'year');
  expect(await compare.inputValue()).toBe('previous');

  // In fields they do nothing.
  await reader.page.getByRole('searchbox').press('d');
  expect(reader.parameter('period')).toBe('year');
  await reader.button(/^Filter$/).focus();
  await reader.press('?');
  await reader.dialog().getByText('The period before').waitFor();
  await reader.page.getByLabel('Use single keys').uncheck();
  // A text is selected up to outside.
  const { mouse } = reader.page;
  await reader.dialog().getByText('The period before').hover();
  await mouse.down();
  await mouse.move(1, 1);
  await mouse.up();
  await reader.click('Close');
  await eventually(() => reader.dialog().count(), 0);
  expect(await reader.focused()).toBe(' Filter');
  await reader.choose('Period', 'Custom…');
  await reader.page.getByLabel('First day').press('Escape');
  await eventually(() => reader.page.locator(':focus').getAttribute('aria-label'), 'Period');
  await reader.press('Escape');
  await reader.choose('Period', 'This year');
  await reader.button(/^Filter$/).focus();
  await reader.press('d', '?');
  expect([reader.parameter('period'), await reader.dialog().count()]).toEqual(['year', 0]);
});

test('days that are dragged over become the period, also after months were drawn; keys move along the line from its first data', async () => {
  const { reader, page } = await look('/?site=blog&period=year');
  await page.locator('.u-over').waitFor();
  await reader.click('Days');
  await page.locator('[role=slider][aria-valuemax="324"]').waitFor();
  const { x = 0, y = 0, width = 0 } = (await page.locator('.u-over').boundingBox()) ?? {};
  await page.mouse.move(x + width - 20, y + 50);
  await page.mouse.down();
  await page.mouse.move(x + width, y + 50, { steps: 5 });
  await page.mouse.up();
  await reader.expectParameter('period', expect.stringMatching(/^2026-11-\d\d_2026-11-21$/));

  await reader.go('/?site=exits&period=7d');
  await reader.settled();
  // Its first data are known later than its points.
  const line = page.locator('[role=slider]:not([aria-valuemin="0"])');
  for (const key of ['Home', 'ArrowLeft']) {
    await line.press(key);
    await reader.expectSlider('Visitors over time', /^Fri 20 Nov: /);
  }
});

test('visits are counted by the hour of the week of the view’s zone', async () => {
  const { reader } = await look('/?site=blog');
  const hours = reader.panel('Hours of the week');
  const cells = hours.locator('td[title]:not([title$=": 0"])');
  const busy = () => cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title')));
  await eventually(busy, ['Fri, 05: 1', 'Fri, 09: 1', 'Sat, 08: 1']);
  await hours.getByRole('button', { name: 'Pageviews' }).click();
  await eventually(busy, ['Fri, 05: 2', 'Fri, 09: 1', 'Sat, 08: 2']);
  const shades = hours.getByRole('list', { name: 'Shades' }).getByRole('listitem');
  await reader.expectTexts(shades, ['None', 'Fewest: 1', 'Most: 2']);
  const colours = await reader.page.evaluate<string[]>(
    `['Fri, 05: 2', 'Fri, 09: 1', 'Fri, 10: 0', 'Sat, 08: 2'].map((title) =>
      getComputedStyle(document.querySelector('td[title="' + title + '"]')).backgroundColor)`,
  );
  expect(new Set(colours).size).toBe(3);
  expect(colours[3]).toBe(colours[0]);
  await reader.choose('Period', 'Last 12 months');
  await hours.getByText('Choose a period of at most 200 days').waitFor();
});

test('visits are listed by the page where they ended and by the address that led to them', async () => {
  const { reader } = await look('/?site=exits');
  await reader.button('Exit pages').click();
  await reader.expectRows('Pages', ['/in | 1 | 100%', '/out | 1 | 0%']);
  await reader.button('/out').click();
  await reader.expectChips(['Exit page is /out']);
  await reader.expectFigures({ Pageviews: '2 from 0' });
  await reader.button('Remove the filter').click();
  await reader.expectChips([]);

  await reader.button('Referrers').click();
  await reader.expectRows('Sources', [`${link} | 1 | 1 | 0%`]);
  await reader.click('Sources');
  await reader.button('Referrers of news.example').press('Enter');
  await eventually(reader.focused, ' Sources');
  await reader.press('Enter');
  // The button is gone, and the heading has its focus.
  await eventually(reader.focused, 'Reports of exits');
  await reader.click('Referrers of news.example');
  await reader.expectRows('Sources', [`${link} | 1 | 1 | 0%`]);
  await reader.button(link).click();
  await reader.expectChips(['Source is news.example', `Entry referrer is ${link}`]);
  await reader.expectFigures({ Visits: '1 from 0' });
});
