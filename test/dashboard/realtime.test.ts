import { key, minutesAgo, now, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/** What happens now, for a reader and on a wall. */

const ip = '192.0.2.77';
const ada = visit(minutesAgo(28));
const ben = visit(minutesAgo(2));
const at = { site_id: 'live', ip };

const dashboard = useDashboard([
  {
    ...at,
    ...ada,
    pinged_at: minutesAgo(28),
    page_path: '/',
    page_title: 'Home',
    source: 'Google',
    country: 'NL',
  },
  { ...at, ...ada, pinged_at: minutesAgo(3), page_path: '/guide', page_title: 'The guide' },
  { ...at, ...ben, pinged_at: minutesAgo(2), page_path: '/guide', page_title: 'The guide', country: 'US' },
  { ...at, ...ben, pinged_at: minutesAgo(1), page_path: '/buy', country: 'US' },
]);

const open = (report: string, viewport = { width: 1440, height: 900 }) =>
  dashboard.open(`${dashboard.url}/?site=live&report=${report}#key=${key}`, { viewport });

/** The newest pageviews, without the times. */
const happening = async ({ page }: Reader) => {
  const rows = await page.getByRole('list', { name: 'Newest pageviews' }).getByRole('listitem').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('span').allInnerTexts()).map((text) => text.trim()).join(', '),
    ),
  );
};

const bars = async ({ page }: Reader) => {
  const all = await page
    .getByRole('list', { name: 'Visitors by minute' })
    .getByRole('listitem')
    .allInnerTexts();
  return all.map((text) => Number(/\d+/.exec(text)?.[0]));
};

const before = [
  '/buy, Direct, United States',
  'The guide, Direct, United States',
  'The guide, Google, Netherlands',
  'Home, Google, Netherlands',
];

test('half an hour by the minute, and the newest pageviews, which move as pings come', async () => {
  const reader = await open('realtime');
  const { page } = reader;
  await eventually(() => happening(reader), before);
  expect(await textOf(page.locator('.now .figure'))).toBe('2 visitors in 5 minutes');
  expect(await bars(reader)).toEqual([0, 1, ...Array(24).fill(0), 1, 1, 1, 0]);
  expect(await textOf(page.locator('.recent time').first())).toMatch(/^1 ?min ago$/);

  const content = await page.content();
  for (const personal of [ip, ada.visitor_id, ada.session_id]) expect(content).not.toContain(personal);

  await dashboard.insert([
    { ...at, ...ada, pinged_at: now, page_path: '/thanks', page_title: 'Thank you', source: 'Google' },
  ]);
  await page.clock.runFor(6000);
  await eventually(() => happening(reader), ['Thank you, Google, Netherlands', ...before]);
  await eventually(
    () => reader.rows('Pages'),
    [
      ['/buy', '1'],
      ['Thank you', '1'],
    ],
  );
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a row filters what happens, and the link leads to the wall', async () => {
  const reader = await open('realtime');
  await eventually(async () => (await happening(reader)).length > 3, true);
  await reader.button('United States').click();
  await eventually(() => happening(reader), before.slice(0, 2));
  await reader.page.getByRole('link', { name: 'Show on a wall' }).click();
  await reader.page.locator('.wall').waitFor();
  await eventually(() => happening(reader), before.slice(0, 2));
  await reader.context.close();
});

test.each([
  [1920, 1080],
  [1280, 720],
  [1080, 1920],
])('on a screen of %i by %i the wall shows all of it at once, without a control', async (width, height) => {
  const reader = await open('wall', { width, height });
  const { page } = reader;
  await eventually(async () => (await happening(reader)).length > 3, true);
  await eventually(
    () => textOf(page.locator('.wall-figures')),
    expect.stringMatching(/^now 2 Visitors today 2 .*Pageviews today [45]/),
  );
  expect(await page.getByRole('region').allInnerTexts()).toEqual([
    expect.stringMatching(/^As it happens/),
    expect.stringMatching(/^Pages/),
    expect.stringMatching(/^Sources\s+Direct\s+1\s+Google\s+1$/),
    expect.stringMatching(/^Countries/),
  ]);
  expect(await page.locator('button, input, select, a, footer, .top').count()).toBe(0);
  expect(
    await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]'),
  ).toEqual([width, height]);
  expect(
    await page.evaluate("parseFloat(getComputedStyle(document.querySelector('.live dd')).fontSize)"),
  ).toBeGreaterThan(Math.min(width, height) / 10);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Realtime' }).waitFor();
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
