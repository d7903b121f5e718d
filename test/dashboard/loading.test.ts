import type { Page } from 'playwright-core';
import { hoursAgo, minutesAgo, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { Gate } from './gate.ts';
import { expectNothingMoves } from './shift.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

/** While a view loads, no number of an older one looks like the new one's. */

const till = { site_id: 'till', page_path: '/till', country: 'DE' };
const buyer = seen(hoursAgo(5), till);
const { look, open } = useDashboard([
  seen(minutesAgo(1), till),
  buyer,
  { ...buyer, ...event(hoursAgo(5), 'Purchase', { amount: '9.9', currency: 'EUR' }) },
]);

/**
 * Notes in every frame which numbers are opaque, with what the page says of them then. An element looks as opaque as its own
 * opacity times that of every element around it.
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

/** Another view: what is run in the page to change to it, and its numbers. */
const changes = [
  {
    what: 'period',
    from: 'blog',
    watched: ofThePeriod,
    go: `const select = document.querySelector('select[aria-label="Period"]');
      select.value = 'today';
      select.dispatchEvent(new Event('change', { bubbles: true }))`,
    after: { Visitors: '1 −50%', Pageviews: '2 −33%' },
  },
  {
    what: 'site',
    from: 'till&compare=no',
    watched: `${ofThePeriod}, ${ofNow}`,
    go: `[...document.querySelectorAll('[role=option]')].find((one) => one.textContent.trim() === 'blog').click()`,
    after: { Visitors: '3', Pageviews: '5' },
  },
  {
    what: 'filter',
    from: 'till&compare=no',
    watched: `${ofThePeriod}, ${ofNow}`,
    go: `document.querySelector('.places th[scope=row] button').click()`,
    after: { Visitors: '2', Pageviews: '2' },
  },
];

test.each(changes)('while another $what loads every number of the old one is faded', async (change) => {
  const { reader, page } = await look(`/?site=${change.from}`);
  await reader.settled();
  // Panels of a site in the address do not wait for the list of sites.
  await reader.button(/^Site: /).click();
  await reader.siteOptions().getByText('blog', { exact: true }).waitFor();
  const gate = await Gate.close(page, /\/api\/v1\/(?!sites\?)/);
  await page.evaluate(`${watch}; window.watched = ${JSON.stringify(change.watched)}`);
  // The page draws what changed after this turn; the first look is in the frame that shows it.
  await page.evaluate(`{ ${change.go}; requestAnimationFrame(window.startWatching) }`);
  await eventually(() => page.evaluate('window.frames > 20'), true);
  expect(gate.held).toBeGreaterThan(2);
  expect(await reader.button('Download sources as CSV').isDisabled()).toBe(true);
  expect(await page.evaluate('window.opaque')).toEqual([]);
  for (const part of ['.figures', '.map'])
    expect(await page.locator(part).getAttribute('aria-busy')).toBe('true');

  await page.evaluate('cancelAnimationFrame(window.watching)');
  gate.release();
  await reader.expectFigures(change.after);
  await reader.settled();
  await eventually(() => page.evaluate("getComputedStyle(document.querySelector('.figures')).opacity"), '1');
});

/** Addresses of the first screen: the summary, its line and the pages. */
const first = /^\/api\/v1\/(me|overview|insights|pageviews-over-time\?.*granularity=day|pages)/;

test('the reports of the first screen are requested before the others, and a slow one does not hold them', async () => {
  const { reader, page } = await open('/?site=blog');
  await reader.button('More').waitFor();
  await reader.settled();
  const slow = await Gate.close(page, '**/api/v1/pages?*');
  await page.goto('about:blank');
  reader.requests.splice(0);
  await page.goBack();
  await eventually(async () => (await reader.rows('Sources')).length, 3);
  expect(await reader.rows('Pages')).toEqual([]);
  const before = reader.requests.slice(0, 5);
  expect(before.filter((address) => !first.test(address))).toEqual([]);
  expect(new Set(before.map((address) => address.replace(/\?.*/, ''))).size).toBe(5);
  slow.release();
  await eventually(async () => (await reader.rows('Pages')).length, 2);
});

test.each(['', '&page=/'])(
  'hours that are drawn are requested once, the hours of the week too%s',
  async (page) => {
    const { reader } = await open(`/?site=blog&period=7d&by=hour&compare=no${page}`);
    await reader.panel('Hours of the week').locator('.shade').first().waitFor();
    await reader.settled();
    expect(reader.requests.filter((address) => address.includes('over-time'))).toHaveLength(1);
  },
);

test('the revenue of a period moves no other number', async () => {
  const { reader, page } = await open('/?site=till');
  await reader.button('More').waitFor();
  const gate = await Gate.close(page, '**/api/v1/overview?*');
  await page.reload();
  await eventually(async () => gate.held > 0, true);
  const before = await reader.button('Returning').boundingBox();
  gate.release();
  await reader.expectFigures({ Revenue: '€9.90 from €0.00' });
  const after = await reader.button('Returning').boundingBox();
  expect(after).toMatchObject({ x: before?.x, width: before?.width });
});

test('a menu that is opened while its view loads stays open', async () => {
  const { reader, page } = await open('/?site=blog');
  await reader.settled();
  const sites = await Gate.close(page, '**/api/v1/sites?*');
  // The zone of the site comes with the list of sites.
  await page.evaluate("localStorage.removeItem('tallyhouse_zones')");
  await page.goto(page.url().replace(/\?.*/, '?site=blog&report=retention'));
  await eventually(async () => sites.held > 0, true);
  await reader.button('More').click();
  sites.release();
  await eventually(() => reader.heading().textContent(), 'Retention');
  await reader.settled();
  expect(await page.getByLabel('Language').isVisible()).toBe(true);
});

/** Loads the page again without its script. @returns lets the script load */
async function reloadWithoutScript(page: Page): Promise<() => void> {
  const script = await Gate.close(page, /assets\/dashboard-.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  return () => script.release();
}

test('a reader who is signed in sees the top of the page before its script has run', async () => {
  const { reader, page } = await open('/?site=blog');
  await reader.button('More').waitFor();
  const opening = page.locator('.opening .brand');
  expect(await opening.count()).toBe(0);
  const load = await reloadWithoutScript(page);
  await opening.waitFor();
  load();
  await reader.button('More').waitFor();
  expect(await opening.count()).toBe(0);
  await reader.click('More', 'Sign out');
  const loadAgain = await reloadWithoutScript(page);
  await opening.waitFor({ state: 'attached' });
  await eventually(() => opening.isVisible(), false);
  loadAgain();
  await page.getByLabel('Key').waitFor();
});

test('the last view keeps its numbers when answers come in the wrong order, and shows no error of an older one', async () => {
  const { reader, page } = await look('/?site=blog&compare=no');
  await reader.expectFigures({ Pageviews: '5' });
  const today = await Gate.close(page, /\/api\/v1\/.*(start=2026-11-21|period=today)&/);
  await reader.choose('Period', 'Today');
  await eventually(async () => today.held > 4, true);
  await reader.choose('Period', 'Last 30 days');
  await reader.expectFigures({ Pageviews: '6' });
  await reader.settled();
  await today.releaseAll(page);
  await reader.expectFigures({ Visitors: '4', Pageviews: '6' });
  await reader.expectRows('Places', ['Netherlands | 2', 'Unknown | 1', 'United States | 1']);

  const devices = reader.panel('Devices');
  const busy = 'Too many requests are under way.';
  await reader.fail('**/api/v1/devices*', 503, busy);
  await reader.choose('Period', 'Last 90 days');
  await devices.getByText(busy).waitFor();
  await page.unroute('**/api/v1/devices*');
  const gate = await Gate.close(page, '**/api/v1/devices*');
  await reader.choose('Period', 'Yesterday');
  await devices.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await devices.getByText(busy).count()).toBe(0);
  gate.release();
  await reader.expectRows('Devices', ['Desktop | 1 | 50.0%', 'Phone | 1 | 50.0%']);
});

test.each([
  ['/?site=blog', 'laptop'],
  ['/?site=till&goal=event:Purchase&filter=country:DE&period=2026-11-01_2026-11-21', 'laptop'],
  ['/?site=blog&goal=page:/guide&filter=country:NL&period=2026-11-01_2026-11-21', 'phone'],
] as const)('while %s loads on a %s, nothing in the window moves', async (address, screen) => {
  await expectNothingMoves(look, address, screen);
});

test('a goal, filters and dates move nothing below the header, at any width', async () => {
  for (const width of [390, 768, 1280]) {
    const { reader, page } = await look('/?site=till');
    await page.setViewportSize({ width, height: 900 });
    await reader.settled();
    const begin = () => page.evaluate("document.querySelector('main').getBoundingClientRect().top + scrollY");
    const before = await begin();
    await reader.choose('Period', 'custom');
    await page.getByLabel('First day').waitFor();
    await reader.button('Goal …').click();
    await reader.enter('Goal', 'Purchase');
    await reader.button('Remove the goal').waitFor();
    // The goal gives every list another column.
    await reader.settled();
    await reader.panel('Places').getByRole('button', { name: 'Germany' }).last().click();
    await reader.button('Remove the filter').waitFor();
    expect(await begin()).toBe(before);
    await reader.settled();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});

test('a report that comes at a busy moment is requested again, without a word', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.settled();
  const busy = { code: 'unavailable', message: 'Too many concurrent requests.' };
  let refused = 0;
  await page.route('**/api/v1/sources*', (route) =>
    refused++ < 2
      ? route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { error: busy } })
      : route.continue(),
  );
  await reader.choose('Period', 'Last 30 days');
  let alerts = 0;
  const asked = async () => {
    alerts += await page.getByRole('alert').count();
    return refused;
  };
  await eventually(asked, 3);
  expect(alerts).toBe(0);
  await eventually(async () => (await reader.rows('Sources')).length, 3);
});

test('a key that has sent its requests of the minute says so in each panel, and has numbers with the next', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.settled();
  const words = 'This key allows 30 requests a minute. Please try again later.';
  await reader.fail('**/api/v1/**', 429, words, 'rate_limited');
  await reader.choose('Period', 'Last 30 days');
  for (const name of ['Sources', 'AI assistants', 'Web vitals'])
    await reader.expectText(reader.panel(name).getByRole('alert').locator('span').first(), words);
  expect(await page.locator('.outage').count()).toBe(0);
  await page.unrouteAll();
  await page.clock.runFor(60_000);
  await eventually(async () => (await reader.rows('Sources')).length, 3);
  // The rights of the key are not requested each minute.
  await reader.fail('**/api/v1/me', 429, words, 'rate_limited');
  await page.reload();
  await reader.settled();
  await page.unrouteAll();
  await page.clock.runFor(60_000);
  await reader.press('+');
  await reader.field('Text').waitFor();
  reader.complaints.splice(0);
});

test('a report that fails alone says so in its place, and loads after a retry', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.settled();
  for (const [status, code, words, period] of [
    [400, 'invalid_parameter', 'limit must be less.', 'Last 30 days'],
    [503, 'unavailable', 'Too many requests are under way.', 'Last 90 days'],
    [504, 'timeout', 'The report took too long. Try a shorter period.', 'Last 12 months'],
  ] as const) {
    await reader.fail('**/api/v1/sources*', status, words, code);
    await reader.choose('Period', period);
    await reader.expectText(reader.panel('Sources').getByRole('alert').locator('span'), words);
    await reader.settled();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect((await reader.rows('Devices')).length).toBeGreaterThan(0);
    await page.unroute('**/api/v1/sources*');
    await reader.panel('Sources').getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => (await reader.rows('Sources')).length, 3);
  }
});
