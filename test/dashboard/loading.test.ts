import { emptyRow } from '@tallyhouse/ping';
import type { Page, Route } from 'playwright-core';
import { hoursAgo, key, minutesAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';
import { traffic } from './traffic.ts';

/** While a view loads, no number of an older one looks like the new one's. */

const buyer = visit(hoursAgo(5));
const dashboard = useDashboard([
  ...traffic,
  { site_id: 'shop', ...visit(minutesAgo(1)), pinged_at: minutesAgo(1), page_path: '/till', country: 'DE' },
  { site_id: 'shop', ...buyer, pinged_at: hoursAgo(5), page_path: '/till', country: 'DE' },
  {
    site_id: 'shop',
    ...buyer,
    pageview_id: emptyRow.pageview_id,
    pinged_at: hoursAgo(5),
    page_path: '/till',
    country: 'DE',
    event: 'Purchase',
    amount: '9.9',
    currency: 'EUR',
  },
]);

/** Keeps some requests from the service until it is released. */
class Gate {
  private letGo = () => {};
  private open = new Promise<void>((resolve) => {
    this.letGo = resolve;
  });
  held = 0;

  async close(page: Page, url: string | RegExp): Promise<void> {
    await page.route(url, async (route: Route) => {
      this.held++;
      await this.open;
      // The page may have left it by then.
      await route.continue().catch(() => {});
    });
  }

  release() {
    this.letGo();
  }
}

/**
 * Notes in every frame which numbers stand there opaque, with what the page says of them then. What an element looks like is its
 * opacity times those of all around it.
 */
const watch = `(() => {
  const opacity = (element) =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement);
  window.opaque = [];
  window.frames = 0;
  const look = () => {
    window.frames++;
    for (const element of document.querySelectorAll(window.watched)) {
      const panel = element.closest('[aria-label]')?.getAttribute('aria-label') ?? 'Header';
      const words = panel + ': ' + (element.matches('svg') ? 'the map' : element.textContent.trim());
      if (!words.endsWith(': ') && opacity(element) === 1 && !window.opaque.includes(words)) window.opaque.push(words);
    }
    window.watching = requestAnimationFrame(look);
  };
  window.startWatching = () => {
    window.opaque = [];
    look();
  };
})()`;

const ofThePeriod = '.figures strong, .growth, .map svg, .pages td, .sources td, .places td, .devices td';
const ofNow = '.realtime strong, .realtime td, .realtime .count, .online';

interface Change {
  what: string;
  from: string;
  watched: string;
  /** Run in the page: changes the view, and begins to watch in the same turn. */
  go: string;
  after: [string, string][];
}

const select = (label: string, value: string) => `(() => {
  const select = document.querySelector('select[aria-label="${label}"]');
  select.value = '${value}';
  select.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

const changes: Change[] = [
  {
    what: 'period',
    from: '/?site=blog',
    watched: ofThePeriod,
    go: select('Period', 'today'),
    after: [
      ['Visitors', '1 ▼ -50%'],
      ['Pageviews', '2 ▼ -33%'],
    ],
  },
  {
    what: 'site',
    from: '/?site=shop&compare=no',
    watched: `${ofThePeriod}, ${ofNow}`,
    go: `document.querySelectorAll('[role=option]')[1].click()`,
    after: [
      ['Visitors', '3'],
      ['Pageviews', '5'],
    ],
  },
  {
    what: 'filter',
    from: '/?site=shop&compare=no',
    watched: `${ofThePeriod}, ${ofNow}`,
    go: `document.querySelector('.places th[scope=row] button').click()`,
    after: [
      ['Visitors', '2'],
      ['Pageviews', '2'],
    ],
  },
];

test.each(changes)('while another $what loads every number of the old one is faded', async (change) => {
  const reader = await dashboard.open(`${dashboard.url}${change.from}#key=${key}`);
  const { page } = reader;
  await settled(reader);
  await eventually(async () => (await reader.rows('Places')).length > 0, true);
  // Panels of a site in the address do not wait for the list of sites.
  await reader.button(/^Site: /).click();
  await reader.siteOptions.filter({ hasText: 'blog' }).waitFor();
  const gate = new Gate();
  await gate.close(page, /\/api\/v1\/(?!sites\?)/);
  await page.evaluate(watch);
  await page.evaluate(`window.watched = ${JSON.stringify(change.watched)}`);
  // The page draws what changed after this turn; the first look is in the frame that shows it.
  await page.evaluate(`${change.go}; requestAnimationFrame(window.startWatching)`);
  await eventually(() => page.evaluate('window.frames > 20'), true);
  expect(gate.held).toBeGreaterThan(2);
  expect(await page.evaluate('window.opaque')).toEqual([]);
  expect(await page.locator('.figures').getAttribute('aria-busy')).toBe('true');
  expect(await page.locator('.map').getAttribute('aria-busy')).toBe('true');

  await page.evaluate('cancelAnimationFrame(window.watching)');
  gate.release();
  for (const [name, number] of change.after) await eventually(() => reader.figure(name), number);
  await settled(reader);
  await eventually(() => page.evaluate("getComputedStyle(document.querySelector('.figures')).opacity"), '1');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

/** Of the first screen: the summary, its line and the pages. */
const first =
  /^\/api\/v1\/(me|overview\?(?!.*visitor_type)|insights|pageviews-over-time\?.*granularity=day|pages)/;

test('the reports of the first screen are requested before the others, and a slow one does not hold them', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const { page } = reader;
  await reader.button('Sign out').waitFor();
  const slow = new Gate();
  await slow.close(page, '**/api/v1/pages?*');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  await page.reload();
  await eventually(async () => (await reader.rows('Sources')).length, 3);
  expect(await reader.rows('Pages')).toEqual([]);
  const before = asked.slice(0, 5);
  expect(before.filter((address) => !first.test(address))).toEqual([]);
  expect(new Set(before.map((address) => address.replace(/\?.*/, ''))).size).toBe(5);
  slow.release();
  await eventually(async () => (await reader.rows('Pages')).length, 2);
  await reader.context.close();
});

test('the revenue of a period moves no other number', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=shop#key=${key}`);
  const { page } = reader;
  await reader.button('Sign out').waitFor();
  const gate = new Gate();
  await gate.close(page, '**/api/v1/overview?*');
  await page.reload();
  await eventually(async () => gate.held > 0, true);
  const before = await reader.button('Returning').boundingBox();
  gate.release();
  await eventually(() => reader.figure('Revenue'), '€9.90');
  const after = await reader.button('Returning').boundingBox();
  expect(after).toMatchObject({ x: before?.x, width: before?.width });
  await reader.context.close();
});

test('a reader who is signed in sees the top of the page before its script has run', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const { page } = reader;
  await reader.button('Sign out').waitFor();
  const opening = page.locator('.opening .brand');
  expect(await opening.count()).toBe(0);
  const script = new Gate();
  await script.close(page, /assets\/dashboard-.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await opening.waitFor();
  script.release();
  await reader.button('Sign out').waitFor();
  expect(await opening.count()).toBe(0);
  await reader.button('Sign out').click();
  const again = new Gate();
  await again.close(page, /assets\/dashboard-.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await opening.waitFor({ state: 'attached' });
  expect(await opening.isVisible()).toBe(false);
  again.release();
  await page.getByLabel('Key').waitFor();
  await reader.context.close();
});

const settled = ({ page }: Reader) =>
  eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);

test('when answers come in the wrong order, the last view keeps its numbers', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog&compare=no#key=${key}`);
  const { page } = reader;
  await eventually(() => reader.figure('Pageviews'), '5');
  const today = new Gate();
  await today.close(page, /\/api\/v1\/.*start=2026-11-21&/);
  await page.getByLabel('Period').selectOption('Today');
  await eventually(async () => today.held > 4, true);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await eventually(() => reader.figure('Pageviews'), '6');
  await settled(reader);
  today.release();
  await page.waitForTimeout(500);
  expect(await reader.figure('Visitors')).toBe('4');
  expect(await reader.figure('Pageviews')).toBe('6');
  expect(await reader.rows('Places')).toEqual([
    ['Netherlands', '2'],
    ['Unknown', '1'],
    ['United States', '1'],
  ]);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('an error of an older view is not shown for the new one', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog&compare=no#key=${key}`);
  const { page } = reader;
  const devices = page.getByRole('region', { name: 'Devices', exact: true });
  await settled(reader);
  const busy = { error: { code: 'unavailable', message: 'Too many requests are under way.' } };
  await page.route('**/api/v1/devices*', (route) => route.fulfill({ status: 503, json: busy }));
  await page.getByLabel('Period').selectOption('Last 30 days');
  await devices.getByText(busy.error.message).waitFor();
  await page.unroute('**/api/v1/devices*');
  const gate = new Gate();
  await gate.close(page, '**/api/v1/devices*');
  await page.getByLabel('Period').selectOption('Today');
  await devices.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await devices.getByText(busy.error.message).count()).toBe(0);
  gate.release();
  await eventually(() => reader.rows('Devices'), [['Desktop', '1', '100%']]);
  await reader.context.close();
});

test('a site that is not set up yet shows no numbers of the previous site', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=shop&compare=no#key=${key}`);
  const { page } = reader;
  await eventually(() => textOf(page.locator('.online')), '1 online now');
  await reader.chooseSite('Set up another site …');
  await page.getByRole('region', { name: 'Set up a site' }).waitFor();
  expect(await page.locator('.online').count()).toBe(0);
  await reader.context.close();
});

const sizes = { phone: [390, 844], laptop: [1280, 900], screen: [1920, 1080] } as const;

test.each([
  ['/', 'laptop'],
  ['/?page=%2Fguide', 'laptop'],
  ['/?report=journeys', 'laptop'],
  // Lists with few rows, with one, and with none.
  ['/?site=blog', 'laptop'],
  ['/?site=shop', 'laptop'],
  ['/?site=shop', 'screen'],
  ['/?site=shop', 'phone'],
  ['/?site=shop&filter=country:AQ', 'laptop'],
  ['/?site=shop&filter=country:AQ', 'screen'],
] as const)('while %s loads on a %s, nothing in the window moves', async (address, size) => {
  const [width, height] = sizes[size];
  const reader = await dashboard.open(`${dashboard.url}${address}#key=${key}`, {
    viewport: { width, height },
  });
  const { page } = reader;
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.addInitScript(`
    window.moved = [];
    new PerformanceObserver((list) => window.moved.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)))
      .observe({ type: 'layout-shift', buffered: true });
  `);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await settled(reader);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shift = await page.evaluate('window.moved.reduce((sum, { value }) => sum + value, 0)');
  expect(Number(shift)).toBeLessThan(0.01);
  await reader.context.close();
});
