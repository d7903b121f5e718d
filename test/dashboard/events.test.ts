import { readFileSync } from 'node:fs';
import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, minutesAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

const [ada, ben, eve] = [visit(hoursAgo(30)), visit(hoursAgo(26)), visit(minutesAgo(180))];
const nobody = emptyRow.pageview_id;

function event(pinged_at: number, ids: ReturnType<typeof visit>, event: string, more: object = {}) {
  return { pinged_at, ...ids, pageview_id: nobody, page_path: '/signup', event, ...more };
}

/** Three visits, of which two sign up; one buys in two currencies and returns a part. */
const dashboard = useDashboard([
  { pinged_at: hoursAgo(30), ...ada, page_path: '/', source: 'Google', medium: 'organic', country: 'NL' },
  { pinged_at: hoursAgo(26), ...ben, page_path: '/', country: 'US', device_type: 'mobile' },
  { pinged_at: minutesAgo(180), ...eve, page_path: '/', country: 'NL', device_type: 'desktop' },
  event(hoursAgo(29), ada, 'Signup', { props: { plan: 'pro', from: '' } }),
  event(hoursAgo(25), ben, 'Signup', { props: { plan: 'free' } }),
  event(hoursAgo(28), ada, 'Purchase', { amount: '1249.9', currency: 'EUR', props: { plan: 'pro' } }),
  event(hoursAgo(28), ada, 'Purchase', { amount: '20', currency: 'USD' }),
  event(hoursAgo(27), ada, 'Purchase', { amount: '-0.5', currency: 'EUR' }),
  { site_id: 'quiet', pinged_at: hoursAgo(1), page_path: '/' },
]);

const { withReader } = dashboard;
const chips = ({ page }: Reader) => page.locator('.chip .words').allInnerTexts();
const panel = ({ page }: Reader) => page.getByRole('region', { name: 'Events', exact: true });

test('events have a number, visitors, a rate and exact revenue by currency', async () => {
  await withReader('/?site=blog', async (reader) => {
    await eventually(
      () => reader.rows('Events'),
      [
        ['Purchase', '3', '1', '33.3%', '€1,249.40 US$20.00'],
        ['Signup', '2', '2', '66.7%', '–'],
      ],
    );
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      reader.button('Download all events as CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe('blog-events-2026-11-15-2026-11-21.csv');
    expect(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(6);
  });
});

test('a click on an event filters every panel by its sessions', async () => {
  await withReader('/?site=blog', async (reader) => {
    await panel(reader).getByRole('button', { name: 'Purchase', exact: true }).click();
    await eventually(() => chips(reader), ['Event is Purchase']);
    await eventually(() => reader.figure('Visits'), '1 from 0');
    await eventually(() => reader.rows('Sources'), [['Google organic', '1', '1', '100%']]);
    expect(new URL(reader.page.url()).searchParams.getAll('filter')).toEqual(['event:Purchase']);
  });
});

test('the properties of an event lead to their values, which filter, by keyboard too', async () => {
  await withReader('/?site=blog', async (reader) => {
    const { page } = reader;
    await page.getByRole('button', { name: 'Properties of Signup' }).press('Enter');
    await eventually(
      () => reader.rows('Events'),
      [
        ['plan', '2'],
        ['from', '1'],
      ],
    );
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Signup');
    await panel(reader).getByRole('button', { name: 'plan' }).press('Enter');
    await eventually(
      () => reader.rows('Events'),
      [
        ['free', '1', '1'],
        ['pro', '1', '1'],
      ],
    );
    await panel(reader).getByRole('button', { name: 'free' }).press('Enter');
    await eventually(() => chips(reader), ['Event is Signup', 'plan is free']);
    await eventually(() => reader.rows('Places'), [['United States', '1']]);
    await panel(reader).getByRole('button', { name: 'All properties' }).click();
    await panel(reader).getByRole('button', { name: 'All events', exact: true }).click();
    await eventually(() => reader.rows('Events'), [['Signup', '1', '1', '33.3%']]);
    await page.reload();
    await eventually(() => chips(reader), ['Event is Signup', 'plan is free']);
  });
});

test('the list of events in full has amounts as readers write them', async () => {
  await withReader('/?site=blog&detail=event', async ({ page }) => {
    const purchase = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Purchase' });
    await eventually(() => purchase.locator('.money').allInnerTexts(), ['€1,249.40', 'US$20.00']);
  });
});

test('a goal adds its conversions to every panel and the headlines, and stands in the address', async () => {
  await withReader('/?site=blog', async (reader) => {
    const { page } = reader;
    await eventually(() => reader.figure('Revenue'), '€1,249.40 US$20.00');
    await reader.button('Goal …').click();
    await eventually(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Goal');
    await page.getByLabel('Goal', { exact: true }).fill('Purchase');
    await page.keyboard.press('Enter');
    await eventually(() => reader.figure('Conversions'), '3');
    await eventually(() => reader.figure('Conversion rate'), '33.3%');
    expect(await reader.figure('Goal revenue')).toBe('€1,249.40 US$20.00');
    await eventually(
      () => reader.rows('Sources'),
      [
        ['Direct none', '2', '0', '0%', '–'],
        ['Google organic', '1', '3', '100%', '€1,249.40 US$20.00'],
      ],
    );
    await eventually(() => reader.rows('Pages'), [['/', '3', '3', '33.3%', '€1,249.40 US$20.00']]);
    for (const [panel, first] of [
      ['Places', ['Netherlands', '2', '3', '50%', '€1,249.40 US$20.00']],
      ['Devices', ['Unknown', '1', '3', '100%', '€1,249.40 US$20.00']],
    ] as const)
      await eventually(
        async () => (await reader.rows(panel)).some((row) => row.join() === first.join()),
        true,
      );
    for (const tab of ['Entry pages', 'Campaigns', 'Languages']) {
      await reader.button(tab).click();
    }
    await page.getByRole('columnheader', { name: 'Conversions' }).nth(2).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      reader.button('Download Countries as CSV').click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')[1]).toBe(
      '"NL",2,3,1,50,"1249.4 EUR; 20 USD"',
    );

    expect(new URL(page.url()).searchParams.get('goal')).toBe('event:Purchase');
    await reader.button('Goal Event is Purchase').click();
    await page.getByLabel('Goal: what it is').selectOption('Conditions');
    await page.getByLabel('Goal', { exact: true }).fill('event:Signup;country:NL');
    await page.keyboard.press('Enter');
    await page.getByText('Accepted: conditions such as event:Signup').waitFor();
    await page.getByLabel('Goal', { exact: true }).fill('event:Signup;prop.plan:pro');
    await page.keyboard.press('Enter');
    await eventually(() => reader.figure('Conversions'), '1');
    await reader.button('Remove the goal').click();
    await eventually(async () => (await reader.rows('Places')).at(0), ['Netherlands', '2']);
    await page.goBack();
    await eventually(() => reader.figure('Conversions'), '1');
  });
});

test('without events the panel shows what to paste, with the address of this installation', async () => {
  await withReader('/?site=quiet', async (reader) => {
    await panel(reader).getByText('No events in this period.').waitFor();
    const code = await textOf(panel(reader).locator('pre'));
    expect(code).toContain('data-tallyhouse-event="Signup"');
    expect(code).toContain("tallyhouse.event('Signup', { plan: 'pro' });");
    expect(code).toMatch(
      /<script defer src="http[^"]+\/tracker\.js" data-site="quiet" data-auto="outbound downloads forms not-found">/,
    );
  });
});
