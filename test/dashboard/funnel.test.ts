import { readFileSync } from 'node:fs';
import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/** A visit: its hour, country, and what it does minute by minute; a text with a slash is a page, others are events. */
function journey(hours: number, country: string, ...nodes: string[]) {
  const ids = visit(hoursAgo(hours));
  return nodes.map((text, minute) => {
    const pinged_at = hoursAgo(hours) + minute * 60_000;
    const page = { pageview_id: uuid7(pinged_at), page_path: text };
    const event = { pageview_id: emptyRow.pageview_id, event: text };
    return { pinged_at, ...ids, country, ...(text.startsWith('/') ? page : event) };
  });
}

/** Four visitors look at the prices; three sign up, two of them buy. One of them had been there two weeks before. */
const dashboard = useDashboard(
  [
    journey(30, 'NL', '/', '/pricing', 'Signup', 'Purchase'),
    journey(29, 'NL', '/', '/pricing', '/docs', 'Signup', 'Purchase'),
    journey(28, 'US', '/', '/pricing', 'Signup'),
    journey(27, 'US', '/pricing'),
  ].flat(),
);

const { withReader } = dashboard;
/** The texts of a list, by the name that screen readers say. */
const list = async ({ page }: Reader, name: string) =>
  (await page.getByRole('list', { name }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  );
const steps = 'step=page%3A%2Fpricing&step=event%3ASignup&step=event%3APurchase';
const result = [
  '1 Page is /pricing 4 visitors 1 stopped here (25%)',
  '2 Event is Signup 3 visitors 75% of the first step median 1m 00s after it 1 stopped here (33.3%)',
  '3 Event is Purchase 2 visitors 50% of the first step 66.7% of the step before median 1m 00s after it',
];

test('steps that are typed become a funnel, whose address is the funnel', async () => {
  await withReader('/?site=blog', async (reader) => {
    const { page } = reader;
    await page.getByRole('link', { name: 'Funnel' }).click();
    await page.getByText('Choose at least two steps').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Funnel');
    await page.getByLabel('New step 1: what it is').selectOption('Page');
    await page.getByLabel('New step 1', { exact: true }).fill('/pricing');
    await page.keyboard.press('Enter');
    await page.getByLabel('New step 2', { exact: true }).fill('Signup');
    await page.keyboard.press('Enter');
    await page.getByLabel('New step 3', { exact: true }).fill('Purchase');
    await page.keyboard.press('Enter');
    await eventually(() => list(reader, 'Steps reached'), result);
    expect(page.url()).toContain(steps);
    await page.reload();
    await eventually(() => list(reader, 'Steps reached'), result);

    await page.getByRole('button', { name: 'Remove step 2' }).press('Enter');
    await eventually(async () => (await list(reader, 'Steps reached')).length, 2);
    await page.getByRole('button', { name: 'Move step 2 up' }).click();
    await eventually(
      () => list(reader, 'Steps reached'),
      ['1 Event is Purchase 2 visitors 2 stopped here (100%)', expect.stringContaining('0 visitors')],
    );
    await page.goBack();
    await page.goBack();
    await eventually(() => list(reader, 'Steps reached'), result);
  });
});

test('a funnel is broken down by a property, by visit, and saved', async () => {
  await withReader(`/?report=funnel&${steps}`, async (reader) => {
    const { page } = reader;
    await page.getByLabel('Broken down by').selectOption('Country');
    await eventually(
      () => reader.rows('By country'),
      [
        ['Netherlands', '2', '2', '2', '100%'],
        ['United States', '2', '1', '0', '0%'],
      ],
    );
    await page.getByLabel('Done by').selectOption('one visit');
    await eventually(
      async () => (await list(reader, 'Steps reached')).at(0),
      expect.stringContaining('4 visits'),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      reader.button('Download funnel as CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe('blog-funnel-2026-11-15-2026-11-21.csv');
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')[2]).toBe(
      '"Event is Signup",3,75,75,1,60',
    );
    await reader.button('Netherlands').click();
    await eventually(
      async () => (await list(reader, 'Steps reached')).at(-1),
      expect.stringContaining('100% of the first step'),
    );
  });
});

test('retention is a grid of cohorts, by day, week or month', async () => {
  await withReader('/?report=retention', async (reader) => {
    await eventually(
      async () => (await reader.rows('Visitors who return')).map(([, ...cells]) => cells),
      [['4', '100%', '0%'], ['0']],
    );
    const before = reader.page.getByText('No new visitors before');
    await eventually(() => textOf(before), 'No new visitors before Fri 20 Nov.');
    await reader.button('Weeks').click();
    await eventually(
      async () => (await reader.rows('Visitors who return')).map(([, ...cells]) => cells),
      [['4', '100%']],
    );
    await eventually(() => textOf(before), 'No new visitors before the week of 16 Nov.');
  });
});

test('journeys are a flow, and a list; a click on a node starts them there', async () => {
  await withReader('/?report=journeys', async (reader) => {
    const { page } = reader;
    await eventually(() => list(reader, 'Place 1'), ['/ 3', '/pricing 1']);
    expect(await list(reader, 'Place 3')).toEqual(['Signup 2', '/docs 1']);
    await eventually(
      () => reader.rows('Journeys'),
      [
        ['/ → /pricing → Signup', '2', '50%'],
        ['/ → /pricing → /docs', '1', '25%'],
        ['/pricing', '1', '25%'],
      ],
    );
    await page.getByRole('list', { name: 'Place 3' }).getByRole('button', { name: 'Signup' }).press('Enter');
    await eventually(
      () => reader.rows('Journeys'),
      [
        ['Signup → Purchase', '2', '66.7%'],
        ['Signup', '1', '33.3%'],
      ],
    );
    expect(new URL(page.url()).searchParams.get('from')).toBe('event:Signup');
    await reader.button('All journeys').click();
    await page.getByLabel('To', { exact: true }).fill('Purchase');
    await page.keyboard.press('Enter');
    await eventually(
      async () => (await reader.rows('Journeys')).at(0)?.[0],
      expect.stringMatching(/Signup → Purchase$/),
    );
    await eventually(() => list(reader, 'Place 3'), ['Purchase 2']);
  });
});

test('a funnel that cannot be loaded shows the reason, and loads after a retry', async () => {
  await withReader('/?report=funnel', async (reader) => {
    const { page } = reader;
    await page.getByText('Choose at least two steps').waitFor();
    const busy = { error: { code: 'unavailable', message: 'Too many requests are under way.' } };
    await page.route('**/api/v1/funnel*', (route) => route.fulfill({ status: 503, json: busy }));
    await page.goto(`${dashboard.url}/?report=funnel&${steps}`);
    const panel = page.getByRole('region', { name: 'Result', exact: true });
    await eventually(() => textOf(panel.getByRole('alert').locator('span')), busy.error.message);
    await page.unroute('**/api/v1/funnel*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => list(reader, 'Steps reached'), result);
  });
});
