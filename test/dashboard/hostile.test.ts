import { emptyRow } from '@tallyhouse/ping';
import { reportNames } from '../../packages/dashboard/src/url/view.ts';
import { hoursAgo, key, minutesAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/** Whatever visitors send, it stays text: nothing of it becomes markup, runs, or leads anywhere. */

const markup = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const address = 'javascript:document.title="owned"';
const backwards = '\u202Etxt.exe\u202C \u2066evil';
const long = `/${'long-path/'.repeat(199)}end`;

/** As ingest makes it of whatever is sent. */
const pathOf = (text: string) => (text.startsWith('/') ? text : `/${text}`);

const dashboard = useDashboard([
  ...[markup, address, backwards, long].map((text, index) => {
    const at = minutesAgo(index + 0.5);
    return {
      ...visit(at),
      pinged_at: at,
      page_path: pathOf(text),
      page_title: text.slice(0, 500),
      referrer: text,
      source: text.slice(0, 100),
      medium: text.slice(0, 100),
      utm_campaign: text.slice(0, 500),
      country: 'ZZ',
      region: text,
      city: text,
      browser: text,
      os: text,
      device_type: text,
    };
  }),
  // Events may have any name without control characters, and properties any text.
  ...[markup, address, backwards, long].map((text, index) => ({
    ...visit(minutesAgo(60 + index)),
    pinged_at: minutesAgo(60 + index),
    pageview_id: emptyRow.pageview_id,
    event: text.slice(0, 120),
    props: { plan: text.slice(0, 500) },
  })),
  { site_id: 'calm', pinged_at: hoursAgo(1) },
]);

test('in every list, in chips, in the page view and in downloads hostile text is text', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const { page } = reader;
  const first = async (panel: string) => (await reader.rows(panel)).map(([name = '']) => name);
  await eventually(
    async () => (await first('Pages')).sort(),
    expect.arrayContaining([`/${markup} ${markup}`]),
  );
  for (const tab of ['Mediums', 'Campaigns', 'Cities', 'Browsers', 'Entry pages'])
    await reader.button(tab).click();
  for (const panel of ['Sources', 'Devices', 'Pages', 'Right now']) {
    await eventually(async () => (await first(panel)).some((name) => name.includes(markup)), true);
    expect((await first(panel)).some((name) => name.includes(address))).toBe(true);
  }
  await page.getByRole('region', { name: 'Sources', exact: true }).getByText(markup).click();
  await eventually(() => textOf(page.locator('.chip .words')), `Campaign is ${markup}`);
  await reader.button('Remove the filter').click();

  await page.goto(`${dashboard.url}/?page=${encodeURIComponent(pathOf(markup))}`);
  await eventually(() => textOf(page.getByRole('heading', { level: 1 })), markup);
  await page.goto(`${dashboard.url}/?page=${encodeURIComponent(long)}`);
  await eventually(() => textOf(page.locator('.page-view .path')), long);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);

  expect(await page.title()).toBe('Tallyhouse');
  expect(await page.locator('main img:not(.flag), main script, main a[href^="javascript"]').count()).toBe(0);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('in events, their properties, goals, funnels and journeys hostile text is text', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const { page } = reader;
  const names = async () => (await reader.rows('Events')).map(([name]) => name);
  await eventually(names, expect.arrayContaining([markup.slice(0, 120), address, backwards]));
  await page.getByRole('button', { name: `Properties of ${markup.slice(0, 120)}` }).click();
  await page
    .getByRole('region', { name: 'Events', exact: true })
    .getByRole('button', { name: 'plan' })
    .click();
  await eventually(names, [markup]);
  await page
    .getByRole('region', { name: 'Events', exact: true })
    .getByRole('button', { name: markup, exact: true })
    .click();
  await eventually(
    () => page.locator('.chip .words').allInnerTexts(),
    [`Event is ${markup.slice(0, 120)}`, `plan is ${markup}`],
  );

  const written = (text: string) => text.replace(/[\\|;]/g, '\\$&');
  const parameters = new URLSearchParams();
  for (const text of [markup.slice(0, 120), backwards, long])
    parameters.append('step', `event:${written(text)}`);
  parameters.set('goal', `page:${written(markup)}`);
  for (const report of Object.keys(reportNames)) {
    await page.goto(`${dashboard.url}/?report=${report}&split=browser&${parameters}`);
    await page.locator('.grid tbody tr, .recent li').first().waitFor();
    await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    expect(await page.locator('main img:not(.flag), main script').count()).toBe(0);
  }
  await page.goto(`${dashboard.url}/?report=journeys`);
  await page.getByRole('list', { name: 'Place 1' }).getByText(pathOf(address)).waitFor();
  expect(await page.title()).toBe('Tallyhouse');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('text that reverses the direction of writing does not affect its neighbours', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`);
  const row = reader.page
    .getByRole('region', { name: 'Pages', exact: true })
    .locator('tbody tr', { hasText: 'txt.exe' });
  await row.waitFor();
  // Each text is in an element of its own, whose direction ends with it.
  expect(await row.locator('bdi').allInnerTexts()).toEqual([pathOf(backwards), backwards]);
  await reader.context.close();
});

test('each part of a made-up address is shown as text', async () => {
  const made = {
    site: markup,
    period: backwards,
    tz: 'Mars/Base',
    by: 'heart',
    page: '../../sites',
    filter: markup,
    goal: markup,
    step: backwards,
    [markup]: '',
  };
  const reader = await dashboard.open(`${dashboard.url}/?${new URLSearchParams(made)}#key=${key}`);
  await reader.page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  expect(await reader.page.locator('dt bdi').allInnerTexts()).toEqual([
    `site=${markup}`,
    `period=${backwards}`,
    'tz=Mars/Base',
    'by=heart',
    `filter=${markup}`,
    'page=../../sites',
    `goal=${markup}`,
    `step=${backwards}`,
    markup,
  ]);
  expect(await reader.page.locator('main img:not(.flag), main script').count()).toBe(0);
  expect(await reader.page.title()).toBe('Tallyhouse');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
