import { hoursAgo, key, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { useDashboard } from './stage.ts';

// At 04:15 in Amsterdam, the evening before in New York.
const dashboard = useDashboard([seen(hoursAgo(7), { site_id: 'zoned', page_path: '/early' })]);
const { look, open } = dashboard;
const week = { Visitors: '3 +200%', Visits: '3 +200%', Pageviews: '5 +400%' };
/** Each visitor has one visit. */
const figures = (Visitors: string, Pageviews = Visitors) => ({ Visitors, Visits: Visitors, Pageviews });

test('every panel shows its report, and the map filters', async () => {
  const { reader } = await open('/?site=blog');
  await reader.expectFigures({ ...week, 'Bounce rate': '33.3% −66.7 pp' });
  await reader.expectText(reader.panel('Entry pages'), 'Entry pages /guide 2 / 1');
  await reader.expectText(reader.panel('Pages where visits ended'), 'Pages where visits ended /guide 2 / 1');
  const googleAndLetter = ['Google organic | 1 | 1 | 0%', 'newsletter email | 1 | 1 | 0%'];
  const lists: [panel: string, tab: string | undefined, ...rows: string[]][] = [
    ['Pages', undefined, '/guide The guide | 3 | 3 | 1m 00s | 63%', '/ Home | 2 | 2 | 8s | 100%'],
    ['Pages', 'Entry pages', '/guide | 2 | 50%', '/ | 1 | 0%'],
    ['Pages', 'Hosts', 'example.org | 3 | 33%'],
    ['Sources', undefined, 'Direct none | 1 | 1 | 100%', ...googleAndLetter],
    ['Sources', 'Channels', 'Direct | 1 | 1 | 100%', 'Email | 1 | 1 | 0%', 'Organic Search | 1 | 1 | 0%'],
    ['Sources', 'Mediums', 'email | 1 | 1 | 0%', 'none | 1 | 1 | 100%', 'organic | 1 | 1 | 0%'],
    ['Sources', 'Campaigns', 'spring | 1 | 1 | 0%'],
    ['Places', undefined, 'Netherlands | 2', 'United States | 1'],
    ['Places', 'Cities', 'Unknown Netherlands | 1', 'Amsterdam Netherlands | 1', 'Unknown United States | 1'],
    ['Devices', undefined, 'Desktop | 2 | 66.7%', 'Phone | 1 | 33.3%'],
  ];
  for (const [panel, tab, ...rows] of lists) {
    if (tab) await reader.button(tab).click();
    await reader.expectRows(panel, rows);
  }
  await reader.page.getByRole('searchbox').fill('GUIDE');
  await reader.expectRows('Pages', ['/guide The guide | 3']);
  await reader.page.getByRole('searchbox').fill('nowhere');
  await reader.panel('Pages').getByText('No page of this period has that').waitFor();

  // The map filters by a country; the panel of pings says that filters do not apply to it.
  const account = reader.panel('Data received');
  const received = account.locator('dd').first();
  await reader.expectText(received, '5');
  const overTime = reader.items('Data received over time');
  await reader.expectTexts(overTime, [/20 Nov: Counted 3$/, /21 Nov: Counted 2$/]);
  expect(await account.getByText('Filters do not apply here.').count()).toBe(0);
  const map = reader.page.getByRole('img', { name: /^Map of visits: Netherlands 2, United States 1$/ });
  await map.locator('path.visited').last().click();
  await reader.expectChips(['Country is United States']);
  await reader.expectFigures({ Pageviews: '1 from 0' });
  await account.getByText('Everything from the site in this period. Filters do not apply here.').waitFor();
  await reader.expectText(received, '5');
  // Since when there are data is asked for once.
  expect(reader.requests.filter((address) => address.includes('start=1990'))).toHaveLength(1);
});

test('the period, the zone and the comparison change what is shown, and the back button undoes it', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.expectFigures(week);
  await reader.choose('Period', 'Today');
  await reader.expectFigures(figures('1 −50%', '2 −33%'));
  await reader.choose('Compare with', 'No comparison');
  await reader.expectFigures(figures('1', '2'));
  await reader.choose('Period', 'custom');
  await page.getByLabel('First day').fill('2026-11-13');
  await page.getByLabel('Last day').fill('2026-11-13');
  await reader.expectFigures(figures('1'));
  // 10:15 in Amsterdam is another day on the other side of the Pacific: 04:15 UTC is before midnight there.
  await page.getByLabel('First day').fill('2026-11-12');
  await page.getByLabel('Last day').fill('2026-11-12');
  await reader.expectFigures(figures('0'));
  // No address has such a year.
  await page.getByLabel('Last day').fill('2206-11-12');
  await reader.expectParameter('period', '2026-11-12_2026-11-12');
  await reader.button('More').click();
  await reader.choose('Time zone', 'Pacific/Pago_Pago');
  await reader.expectFigures(figures('1'));
  await page.goBack();
  await reader.expectFigures(figures('0'));
});

test('a site opens in its own zone, which the address need not name; the reader may choose another', async () => {
  const { reader, page } = await look('/?site=zoned&period=today&compare=no');
  await reader.expectFigures({ Visitors: '0' });
  expect(reader.parameter('tz')).toBe(null);
  await page.getByText('New York (site)', { exact: true }).first().waitFor();
  await reader.button('More').click();
  await reader.choose('Time zone', 'Amsterdam (yours)');
  await reader.expectFigures({ Visitors: '1' });
  await reader.expectParameter('tz', 'Europe/Amsterdam');
  await reader.choose('Time zone', 'New York (site)');
  await reader.expectFigures({ Visitors: '0' });
  await reader.expectParameter('tz', null);

  // One without a zone opens in the reader's, and the address says which: it shows others the same.
  await reader.press('Escape');
  await reader.chooseSite('shop', 'shop');
  await reader.expectFigures({ Visitors: '1' });
  expect(reader.parameter('tz')).toBe(null);
  await reader.click('Share');
  await reader.expectText('dialog .code code', /\?site=shop&.*tz=Europe%2FAmsterdam/);
  await reader.click('Close');
  await reader.choose('Period', 'Last 30 days');
  await reader.expectParameter('tz', 'Europe/Amsterdam');

  // So does one with a zone that the browser does not know.
  await page.route('**/api/v1/sites?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('America/New_York', 'Mars/Olympus_Mons');
    await route.fulfill({ response, body });
  });
  await page.goto(`${dashboard.url}/?site=zoned&period=today&compare=no`);
  await reader.expectFigures({ Visitors: '1' });
});

test('a zone is the same by each of its names', async () => {
  const address = '/?site=zoned&period=today&compare=no';
  const { reader, page } = await open(address, { timezoneId: 'America/New_York' });
  // Otherwise the page is left before it has kept its key.
  await reader.settled();
  await page.route('**/api/v1/sites?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('America/New_York', 'US/Eastern');
    await route.fulfill({ response, body });
  });
  await page.goto(dashboard.url + address);
  await reader.expectFigures({ Visitors: '0' });
  await reader.button('More').click();
  await reader.expectTexts(page.getByLabel('Time zone').locator('> option'), [
    'Eastern (site and yours)',
    'UTC',
  ]);
  expect(await page.locator('.zone-note').count()).toBe(0);
});

test('a click on a row filters everything, a shared address shows the same, and chips change it', async () => {
  const { reader } = await look('/?site=blog');
  await reader.button('Netherlands').click();
  await reader.expectFigures(figures('2 from 0', '4 from 0'));
  // A row that moves as its list arrives would be missed.
  await reader.settled();
  await reader.button('Google').click();
  const chips = ['Country is Netherlands', 'Source is Google', 'Medium is organic'];
  await reader.expectChips(chips);
  await reader.expectFigures(figures('1 from 0', '2 from 0'));

  const other = await open(reader.page.url().replace(dashboard.url, ''), { key: '' });
  await other.enter('Key', key);
  await other.expectChips(chips);
  await other.expectFigures(figures('1 from 0', '2 from 0'));
  // Another site has no filters of the first.
  await other.chooseSite('shop', 'shop');
  await other.expectRows('Pages', ['/till | 1 | 1 | 0s | 0%']);
  await other.expectChips([]);
  expect(other.parameter('site')).toBe('shop');

  // A chip can be removed or have another condition; a click on a chosen value removes it.
  const focused = () =>
    reader.page.evaluate('document.activeElement.ariaLabel || document.activeElement.textContent.trim()');
  await reader.button('Remove the filter: Source is Google').click();
  await eventually(focused, 'Remove the filter: Medium is organic');
  await reader.button('Remove the filter: Medium is organic').click();
  await eventually(focused, 'Remove the filter: Country is Netherlands');
  await reader.click(/^Country is Netherlands/, 'is not');
  await reader.expectChips(['Country is not Netherlands']);
  await reader.expectRows('Places', ['United States | 1']);
  await reader.button('Remove the filter').click();
  await eventually(focused, 'Filter');
  const unitedStates = reader.panel('Places').getByRole('button', { name: 'United States' });
  await unitedStates.click();
  await reader.expectChips(['Country is United States']);
  await reader.settled();
  await unitedStates.click();
  await reader.expectChips([]);
});

test('each panel can be downloaded: an export of the service, or the rows of the panel', async () => {
  const { reader } = await look('/?site=blog&filter=country:NL');
  await eventually(async () => (await reader.rows('Sources')).length, 2);
  await reader.settled();
  expect(await reader.saved('Download all pages as CSV')).toEqual([
    'blog-pages-2026-11-15-2026-11-21.csv',
    '"page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"\n' +
      '"/","Home",2,2,7500,100\n"/guide","The guide",2,2,80000,77.5\n',
  ]);
  expect(await reader.saved('Download sources as CSV')).toEqual([
    'blog-sources-2026-11-15-2026-11-21.csv',
    '"source","medium","visits","unique_visitors","bounce_rate","previous","change","growth_rate"\r\n' +
      '"Google","organic",1,1,0,0,1,\r\n"newsletter","email",1,1,0,0,1,\r\n',
  ]);
  const [name, text] = await reader.saved('Visits (CSV)');
  expect(name).toBe('blog-visits-2026-11-15-2026-11-21.csv');
  expect(text.trim().split('\n')).toHaveLength(3);
  for (const panel of ['Countries', 'Devices', 'numbers over time', 'data received', 'realtime']) {
    const [file, rows] = await reader.saved(`Download ${panel} as CSV`);
    const days = panel === 'realtime' ? '2026-11-21-2026-11-21' : '2026-11-15-2026-11-21';
    expect(file).toBe(`blog-${panel.toLowerCase().replaceAll(' ', '-')}-${days}.csv`);
    expect(rows).toMatch(/^".*\r\n/);
  }
});
