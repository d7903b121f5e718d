import { emptyRow } from '@tallyhouse/ping';
import { reportNames } from '../../packages/dashboard/src/url/view.ts';
import { key, minutesAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { barriers } from './barriers.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';
import { traffic } from './traffic.ts';

const steps = 'step=page%3A%2Fguide&step=event%3ASignup';
const purchase = { event: 'Purchase', amount: '9.9', currency: 'EUR', props: { plan: 'pro' } };
const dashboard = useDashboard([
  ...traffic,
  ...[1, 2, 7, 20].map((minutes) => ({
    ...visit(minutesAgo(minutes)),
    site_id: 'live',
    pinged_at: minutesAgo(minutes),
    page_path: '/guide',
    page_title: 'The guide',
    source: 'Google',
    country: 'NL',
  })),
  ...traffic.slice(0, 3).flatMap(({ pinged_at, visitor_id, session_id }) =>
    [{ event: 'Signup' }, purchase].map((event, index) => ({
      pinged_at: (pinged_at ?? 0) + 1000 * (index + 1),
      visitor_id,
      session_id,
      pageview_id: emptyRow.pageview_id,
      ...event,
    })),
  ),
]);

type View = [string, string, (reader: Reader) => Promise<void>];

const views: View[] = [
  [
    'the sign-in, with a wrong key',
    '/',
    async ({ page, button }) => {
      await page.getByLabel('Key').fill('wrong');
      await button('Sign in').click();
      await page.getByText('Wrong key.').waitFor();
    },
  ],
  [
    'the dashboard, filtered',
    `/?filter=country:NL|US&filter=page~guide#key=${key}`,
    async (reader) => {
      await eventually(() => reader.figure('Visitors'), '3 from 0');
      await eventually(async () => (await reader.rows('Places')).length, 2);
      await eventually(async () => (await reader.rows('Devices')).length, 2);
      await reader.page.getByText('No visitors right now.').waitFor();
    },
  ],
  [
    'other tabs of it, with a custom period and the line as a table',
    `/?site=blog&period=2026-11-01_2026-11-21#key=${key}`,
    async (reader) => {
      for (const tab of ['Entry pages', 'Campaigns', 'Cities', 'Browsers', 'Show as a table'])
        await reader.button(tab).click();
      await eventually(() => reader.rows('Sources'), [['spring', '1', '1', '0%']]);
      await eventually(async () => (await reader.rows('Summary')).length, 21);
    },
  ],
  [
    'the view of a page',
    `/?page=%2Fguide#key=${key}`,
    async (reader) => {
      await eventually(() => textOf(reader.page.getByRole('heading', { level: 1 })), 'The guide');
    },
  ],
  [
    'a list in full',
    `/?detail=entry_page#key=${key}`,
    async ({ page }) => {
      await page.getByRole('dialog').getByText('1–2 of 2').waitFor();
    },
  ],
  [
    'the filters, with values and a segment',
    `/?filter=country:NL#key=${key}`,
    async (reader) => {
      await reader.button(/^Filter$/).click();
      await reader.page.getByLabel('Save the filter of this view as').fill('Dutch');
      await reader.button('Save').click();
      await reader.page.getByLabel('Value').fill('Google');
      await reader.page.keyboard.press('Enter');
    },
  ],
  [
    'the help',
    `/?site=blog#key=${key}`,
    async ({ page, button }) => {
      await button('Sign out').waitFor();
      await page.getByRole('region', { name: 'Summary' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a goal, and the properties of an event',
    `/?goal=event%3APurchase#key=${key}`,
    async (reader) => {
      await reader.button('Properties of Purchase').click();
      await eventually(() => reader.rows('Events'), [['plan', '3']]);
      await eventually(() => reader.figure('Conversions'), '3');
      await reader.button('Goal Event is Purchase').click();
      await reader.page.getByText('No visitors right now.').waitFor();
    },
  ],
  [
    'a site without events',
    `/?site=shop#key=${key}`,
    ({ page }) => page.getByText('No events in this period.').waitFor(),
  ],
  [
    'what happens now',
    `/?site=live&report=realtime#key=${key}`,
    async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Realtime' }).waitFor();
      await page.getByRole('list', { name: 'Newest pageviews' }).getByText('The guide').first().waitFor();
    },
  ],
  [
    'the wall',
    `/?site=live&report=wall#key=${key}`,
    ({ page }) => page.getByRole('region', { name: 'Sources' }).getByText('Google').waitFor(),
  ],
  ['all sites', `/#key=${key}`, ({ page }) => page.getByRole('link', { name: 'shop' }).waitFor()],
  [
    'the list of the site switcher',
    `/?site=shop#key=${key}`,
    async (reader) => {
      await reader.page.getByText('No events in this period.').waitFor();
      await reader.button('Site: shop').click();
      await reader.siteOptions.filter({ hasText: 'blog' }).waitFor();
    },
  ],
  ...Object.entries(reportNames)
    .filter(([report]) => report !== 'realtime' && report !== 'wall')
    .map(
      ([report, name]): View => [
        `the report ${name}`,
        `/?report=${report}&${steps}&split=country#key=${key}`,
        async ({ page }) => {
          await page.getByRole('heading', { level: 1, name }).waitFor();
          await page.locator('.grid tbody tr').first().waitFor();
        },
      ],
    ),
  [
    'a site without pings',
    `/?site=new#key=${key}`,
    ({ page }) => page.getByText('Waiting for the first ping').waitFor(),
  ],
  [
    'a link that is not valid',
    `/?filter=foo:bar&period=99z&tz=Mars/Phobos#key=${key}`,
    ({ page }) => page.getByText('This link is not valid').waitFor(),
  ],
];

/** Dark differs in nothing but its colours. */
const looks = [
  ['light', 1280, 'all'],
  ['dark', 1280, 'colours'],
  ['light', 390, 'all'],
] as const;

const movements = `document.getAnimations().filter(
  (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity,
).length`;

test.each(views)(
  'axe finds nothing in %s, light, dark and on a phone, and nothing is wider than the window',
  async (_, address, reach) => {
    const reader = await dashboard.open(dashboard.url + address);
    const { page } = reader;
    await reach(reader);
    for (const [colorScheme, width, rules] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
      // Rows that fade in have the colours of their end by then.
      await eventually(() => page.evaluate(movements), 0);
      const found = await barriers(page, rules);
      expect({ colorScheme, width, found }).toEqual({ colorScheme, width, found: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  },
);

test('the switch goes round from the colours of the system to light and dark, and is kept', async () => {
  const { page, button, context } = await dashboard.open(`${dashboard.url}/#key=${key}`, {
    colorScheme: 'dark',
  });
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await button('Sign out').waitFor();
  const dark = await ground();
  await button('Colours: as the system. Change to light').click();
  const light = await ground();
  expect(light).not.toBe(dark);
  await page.reload();
  expect(await ground()).toBe(light);
  await button('Colours: light. Change to dark').click();
  expect(await ground()).toBe(dark);
  await context.close();
});

test('everything that is clicked can be reached and used by keyboard, with a focus that shows', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const { page, context } = reader;
  await eventually(async () => (await reader.rows('Devices')).length, 2);
  await eventually(async () => (await reader.rows('Places')).length, 2);
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  const focused =
    '(document.activeElement.getAttribute("aria-label") || document.activeElement.textContent || document.activeElement.name).trim()';
  const reached = new Set<string>();
  // Until the focus has left the page again.
  for (let step = 0; step < 150; step++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate('document.activeElement === document.body')) break;
    reached.add(String(await page.evaluate(focused)));
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
  }
  const wanted = [
    'Skip to the reports',
    'Site: blog',
    'Sign out',
    'Period',
    'Compare with',
    'Time zone',
    'Visitors over time',
    'Search pages',
    'Open /guide',
    'Campaigns',
    'Netherlands',
    'Funnel',
    'Goal …',
    'Purchase',
    'Properties of Purchase',
    'Phone',
    'Visits (CSV)',
  ];
  expect(wanted.filter((name) => !reached.has(name))).toEqual([]);
  await page.getByRole('button', { name: 'Netherlands' }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => page.locator('.chip .words').allInnerTexts(), ['Country is Netherlands']);
  await context.close();
});
