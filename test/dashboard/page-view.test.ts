import { eventually } from '../harness/eventually.ts';
import { expectNoBarriers } from './barriers.ts';
import { Gate } from './gate.ts';
import { useDashboard } from './stage.ts';
import { event, trafficOf } from './traffic.ts';

/** Two of the three visits of this week sign up after they read the guide. */
const pings = trafficOf('signups');
const signups = [pings[1], pings[4]].map((ping) => ({
  site_id: 'signups',
  visitor_id: ping?.visitor_id ?? '',
  session_id: ping?.session_id ?? '',
  ...event((ping?.pinged_at ?? 0) + 60_000, 'Signup'),
}));
const slow = { lcp_ms: 4200, inp_ms: 300, cls: 0.3, fcp_ms: 1900, ttfb_ms: 900 };
const fast = { lcp_ms: 900, inp_ms: 40, cls: 0, fcp_ms: 700, ttfb_ms: 90 };

/** Four of the five views of this week have values: three fast ones, and a slow one on a phone. */
const [home, guide, phone, letter] = trafficOf('vitals');
const measured = [
  { ...home, vitals: fast },
  { ...guide, vitals: fast },
  { ...phone, vitals: slow },
  { ...letter, vitals: { ...fast, inp_ms: 210 } },
];
const { look } = useDashboard([...pings, ...signups, ...measured] as Parameters<typeof useDashboard>[0]);

test('its numbers are compared, and its views, visitors and visits are drawn over time', async () => {
  const { reader, page } = await look('/?site=blog&page=%2F');
  await reader.expectFigures({
    Pageviews: '2 +100%',
    Entries: '1 no change',
    'Exit rate': '50.0% −50.0 pp',
    'Scroll depth': '100% +50.0 pp',
    'Focus time': '8s +650%',
  });
  await reader.expectSlider('Pageviews over time', 'Sat 21 Nov: 1 Sat 14 Nov: 0');
  await page.getByRole('slider').press('ArrowLeft');
  await reader.expectSlider('Pageviews over time', 'Fri 20 Nov: 1 Fri 13 Nov: 1');
  await page.getByRole('group', { name: 'Line' }).getByRole('button', { name: 'Visits' }).click();
  await page.getByRole('slider', { name: 'Visits over time' }).waitFor();

  // Its lists open in full for the page alone.
  await reader.panel('Sources').getByRole('button', { name: 'Details' }).click();
  await reader.dialog().getByText('1–2 of 2').waitFor();
});

test('it shows where its readers came from, what they did right before, and what they reached after', async () => {
  const { reader } = await look('/?site=signups&page=%2Fguide');
  await reader.panel('Right before').getByText('Share of its visits').waitFor();
  await reader.expectRows('Right before', ['Start of the visit | 2 | 66.7%', '/ | 1 | 33.3%']);
  await reader.expectRows('Reached after this page', [/^Event is Signup \| 2 \| 66\.7% \| ./]);
  await reader.expectRows('Places', ['Netherlands | 2', 'United States | 1']);
  await reader.button('Google').click();
  // The page itself is no filter of the address.
  await reader.expectChips(['Source is Google', 'Medium is organic']);
  await reader.expectRows('Places', ['Netherlands | 1']);
  await reader.expectFigures({ Pageviews: '1 from 0' });
  await reader.button('/').click();
  await reader.expectText(reader.heading(), 'Home');
});

test('it shows how the page is read and the next pages, which can be downloaded', async () => {
  const { reader } = await look('/?site=blog');
  await reader.button('Open /guide').click();
  await reader.expectText(reader.heading(), 'The guide');
  await eventually(() => reader.page.title(), '/guide, blog, last 7 days');
  await reader.expectFigures({ Pageviews: '3 from 0' });
  await reader.expectRows('Reading time', [
    'Median | 40s',
    'Mean | 1m 00s',
    'Longest 10%: at least | 1m 44s',
    'All 460 words | 2m 00s',
  ]);
  const depths = await reader.rows('Scroll depth');
  expect(depths.at(3)).toBe('30–39% | 1 | 33.3% | 100%');
  expect(depths.at(9)).toBe('90–100% | 1 | 33.3% | 33.3%');
  const before = ['Started here 2 66.7%', 'From another page 1 33.3%'];
  await reader.expectTexts(reader.items('Before this page'), before);
  await reader.expectTexts(reader.items('After this page'), ['Home 1 33.3%', 'Left the site 2 66.7%']);
  const [file, figures] = await reader.saved('Download reading time as CSV');
  expect(file).toBe('blog-reading-time-2026-11-15-2026-11-21.csv');
  expect(figures).toMatch(/^"figure","value"\r\n/);
  expect(figures).toContain('"page_path","/guide"\r\n"page_title","The guide"\r\n"views",3\r\n');
  for (const panel of ['scroll depth', 'next pages']) {
    const [name, rows] = await reader.saved(`Download ${panel} as CSV`);
    expect(name).toBe(`blog-${panel.replace(' ', '-')}-2026-11-15-2026-11-21.csv`);
    expect(rows.split('\r\n').length).toBeGreaterThan(2);
  }
  const gate = await Gate.close(reader.page, /engagement\?.*limit=6/);
  await reader.panel('Previous and next pages').getByRole('button', { name: 'Home' }).click();
  await reader.expectText(reader.heading(), '/');
  gate.release();
  await reader.expectText(reader.heading(), 'Home');
  await reader.page.reload();
  await reader.expectText(reader.heading(), 'Home');
  await reader.button('All pages').click();
  await reader.expectFigures({ Pageviews: '5 +400%' });
});

test('web vitals are shown with their classes, by page, device and country, and for one page', async () => {
  const { reader, page } = await look('/?site=vitals');
  const card = reader.panel('Web vitals');
  await reader.expectText(
    card.locator('dl'),
    'LCP 900 ms Good INP 210 ms Needs improvement CLS 0 Good FCP 700 ms Good TTFB 90 ms Good',
  );
  await card.getByRole('img', { name: 'Good 50.0%, Needs improvement 50.0%, Poor 0%' }).waitFor();
  await reader.expectRows('Web vitals', ['/guide | 3 | 4.2 s | 300 ms | 0.3', '/ | 1 | 900 ms | 40 ms | 0']);
  await card.getByRole('button', { name: 'Devices' }).click();
  await reader.expectRows('Web vitals', [
    'Desktop | 3 | 900 ms | 210 ms | 0',
    'Phone | 1 | 4.2 s | 300 ms | 0.3',
  ]);
  await expectNoBarriers(reader);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarriers(reader, 'colours');
  await card.getByRole('button', { name: 'Pages' }).click();
  await card.getByRole('button', { name: '/', exact: true }).click();
  await reader.expectText(reader.heading(), 'Home');
  await reader.expectText(
    card.locator('dl'),
    'LCP 900 ms Good INP 40 ms Good CLS 0 Good FCP 700 ms Good TTFB 90 ms Good',
  );
});

test('without web vitals there is no card', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.panel('Data received').locator('dl').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await reader.panel('Web vitals').count()).toBe(0);
});
