import { minutesAgo, now, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { expectUncut, expectWhole } from './whole.ts';

/** What happens now, for a reader and on a wall. */

const ip = '192.0.2.77';
/** Pages whose paths are in scripts of both directions. */
const paths = ['/مقالات/2026/05/', '/עברית/', '/fr/مقال/page'];

/** A view of each of them. */
const inScripts = (site_id: string) =>
  paths.map((page_path, index) => seen(minutesAgo(3 + index * 9), { site_id, page_path }));

/** Two visits, of Ada and Ben, to a site. */
function lively(site_id: string) {
  const guide = { page_path: '/guide', page_title: 'The guide' };
  const ada = seen(minutesAgo(28), { site_id, ip, page_title: 'Home', source: 'Google', country: 'NL' });
  const later = { ...ada, pinged_at: minutesAgo(3), ...guide, source: 'Direct', country: '' };
  const ben = seen(minutesAgo(2), { site_id, ip, ...guide, country: 'US' });
  return [ada, later, ben, { ...ben, pinged_at: minutesAgo(1), page_path: '/buy', page_title: '' }];
}

const [live, moving] = [lively('live'), lively('moving')];
const dashboard = useDashboard([...live, ...moving, ...inScripts('scripts')]);
const open = (address: string, viewport = { width: 1440, height: 900 }) =>
  dashboard.open(`/?site=${address}`, { viewport });

/** The newest pageviews, without the times. */
const happening = ({ items }: Reader) =>
  items('Newest pageviews').evaluateAll((rows) => {
    const said = (span: { textContent: string }) => span.textContent.trim();
    return rows.map((row) => Array.from(row.querySelectorAll('span'), said).join(', '));
  });

const before = [
  '/buy, Direct, United States',
  'The guide, Direct, United States',
  'The guide, Google, Netherlands',
  'Home, Google, Netherlands',
];

test('half an hour by the minute, and the newest pageviews, which move as pings come', async () => {
  const { reader, page } = await open('moving');
  const minutes = page.getByRole('list', { name: 'Visitors by minute' }).locator('.count');
  await reader.expectTexts(minutes, ['0', '1', '1', '1', '0']);
  await reader.panel('Right now').getByRole('button', { name: 'Countries' }).click();
  const [, csv] = await reader.saved('Download realtime as CSV');
  expect(csv).toBe(
    '"country","name","active_visitors"\r\n"NL","Netherlands",1\r\n"US","United States",1\r\n',
  );
  await reader.follow('Realtime');
  await eventually(() => happening(reader), before);
  expect(await page.title()).toBe('Realtime, moving');
  await reader.expectText('.now .figure', '2 visitors in 5 minutes');
  const bars = await reader.texts(reader.items('Visitors by minute'));
  const heights = [0, 1, ...Array(24).fill(0), 1, 1, 1, 0];
  expect(bars.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual(heights);
  await reader.expectText(page.locator('.recent time').first(), /^1 ?min ago$/);

  const content = await page.content();
  const [ada] = moving;
  for (const personal of [ip, ada?.visitor_id, ada?.session_id]) expect(content).not.toContain(personal);

  const thanked = { page_path: '/thanks', page_title: 'Thank you' };
  await dashboard.insert([{ ...ada, ...thanked, country: '', pinged_at: now }]);
  // A clock that is set back stops nothing.
  await page.clock.setSystemTime(now - 3_600_000);
  await page.clock.runFor(6000);
  await eventually(() => happening(reader), ['Thank you, Google, Netherlands', ...before]);
  await reader.expectRows('Pages', ['/buy | 1', 'Thank you | 1']);
});

test('a row filters what happens, and the link leads to the wall', async () => {
  const { reader } = await open('live&report=realtime');
  await eventually(() => happening(reader), before);
  await reader.button('United States').click();
  await eventually(() => happening(reader), before.slice(0, 2));
  await reader.page.getByRole('link', { name: 'Wall display' }).click();
  await reader.page.locator('.wall').waitFor();
  await eventually(() => happening(reader), before.slice(0, 2));
});

test('the wall shows all of it at once on screens of several sizes, without a control', async () => {
  const { reader, page } = await open('live&report=wall');
  await eventually(() => happening(reader), before);
  await reader.expectText('.wall-figures', /^now 2 Visitors today 2 .*Pageviews today 4/);
  const parts = [/^As it happens/, /^Pages/, 'Sources Direct 1 Google 1', /^Countries/];
  await reader.expectTexts(page.getByRole('region'), parts);
  expect(await page.locator('button, input, select, a, footer, .top').count()).toBe(0);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [1080, 1920],
  ] as const) {
    await page.setViewportSize({ width, height });
    const size = '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]';
    await eventually(() => page.evaluate(size), [width, height]);
    const letters = "parseFloat(getComputedStyle(document.querySelector('.live dd')).fontSize)";
    expect(await page.evaluate(letters)).toBeGreaterThan(Math.min(width, height) / 10);
  }
  await reader.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Realtime' }).waitFor();
});

test('no time runs over what is next to it, and the parts of a path are in their order in every script', async () => {
  const { reader, page } = await open('scripts', { width: 1920, height: 1080 });
  for (const view of ['', 'Realtime']) {
    if (view) await page.getByRole('link', { name: view }).click();
    await page.locator('.recent time').nth(2).waitFor();
    await reader.settled();
    await expectUncut(reader, '.recent time');
    await expectWhole(reader);
    const room =
      '[...document.querySelectorAll(".recent time")].map((one) => one.clientWidth - one.scrollWidth)';
    expect(Math.min(...(await page.evaluate<number[]>(room)))).toBeGreaterThanOrEqual(0);
  }
  for (const path of paths) {
    const places = await page.evaluate<number[]>(`(() => {
      const path = [...document.querySelectorAll('.recent bdi')].find((one) => one.textContent === '${path}');
      const walker = document.createTreeWalker(path, NodeFilter.SHOW_TEXT);
      const lefts = [path.getBoundingClientRect().left];
      while (walker.nextNode())
        for (const { index } of walker.currentNode.data.matchAll(/\\//g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          lefts.push(range.getClientRects()[0].left);
        }
      return lefts.map(Math.round);
    })()`);
    // The first slash is where the path begins.
    expect(places[1]).toBe(places[0]);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
});
