import { hoursAgo, minutesAgo, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

/** Three visits, of which two sign up; one buys in two currencies and returns a part. */
const google = { source: 'Google', medium: 'organic' };
const ada = seen(hoursAgo(30), { site_id: 'sales', country: 'NL', ...google });
const ben = seen(hoursAgo(26), { site_id: 'sales', country: 'US', device_type: 'mobile' });
const eve = seen(minutesAgo(180), { site_id: 'sales', country: 'NL', device_type: 'desktop' });
const did = (ago: number, who: object, name: string, more: object) => ({
  ...who,
  page_path: '/signup',
  ...event(hoursAgo(ago), name, more),
});

const { look } = useDashboard([
  ada,
  ben,
  eve,
  did(29, ada, 'Signup', { props: { plan: 'pro', from: '' } }),
  did(25, ben, 'Signup', { props: { plan: 'free' } }),
  did(28, ada, 'Purchase', { amount: '1249.9', currency: 'EUR', props: { plan: 'pro' } }),
  did(28, ada, 'Purchase', { amount: '20', currency: 'USD' }),
  did(27, ada, 'Purchase', { amount: '-0.5', currency: 'EUR' }),
]);

const revenue = '€1,249.40 US$20.00';
/** As headlines: next to several currencies there is no room for what they are compared with. */
const sums = (name: string) => ({ [`${name}, EUR`]: '€1,249.40', [`${name}, USD`]: 'US$20.00' });

test('events have a number, visitors, a rate and exact revenue by currency, and are a filter', async () => {
  const { reader } = await look('/?site=sales');
  const rows = [`Purchase | 3 | 1 | 33.3% | ${revenue}`, 'Signup | 2 | 2 | 66.7% | –'];
  await reader.expectRows('Events', rows);
  await reader.panel('Events').getByRole('button', { name: 'Details', exact: true }).click();
  const purchase = reader.dialog().getByRole('row').filter({ hasText: 'Purchase' });
  await reader.expectTexts(purchase.locator('.money'), ['€1,249.40', 'US$20.00']);
  await reader.press('Escape');
  const [name, csv] = await reader.saved('Download all events as CSV');
  expect(name).toBe('sales-events-2026-11-15-2026-11-21.csv');
  expect(csv.trim().split('\n')).toHaveLength(6);

  await reader.panel('Events').getByRole('button', { name: 'Purchase', exact: true }).click();
  await reader.expectChips(['Event is Purchase']);
  await reader.expectFigures({ Visits: '1 from 0' });
  await reader.expectRows('Sources', ['Google organic | 1 | 1 | 100%']);
  await reader.expectParameter('filter', 'event:Purchase');
});

test('the properties of an event lead to their values, which filter, by keyboard too', async () => {
  const { reader, page } = await look('/?site=sales');
  const enter = (name: string) => reader.panel('Events').getByRole('button', { name }).press('Enter');
  await enter('Properties of Signup');
  await reader.expectRows('Events', ['plan | 2', 'from | 1']);
  expect(await reader.focused()).toBe('Signup');
  await enter('plan');
  await reader.expectRows('Events', ['free | 1 | 1', 'pro | 1 | 1']);
  const downloads = reader.panel('Events').getByRole('button', { name: /^Download/ });
  await reader.expectTexts(downloads, ['', 'Download']);
  await enter('free');
  await reader.expectChips(['Event is Signup', 'plan is free']);
  await reader.expectRows('Places', ['United States | 1']);
  await enter('All properties');
  await reader.panel('Events').getByRole('button', { name: 'All events', exact: true }).press('Enter');
  await eventually(reader.focused, 'Reports of sales');
  await reader.expectRows('Events', ['Signup | 1 | 1 | 33.3%']);
  await page.reload();
  await reader.expectChips(['Event is Signup', 'plan is free']);
});

test('a goal adds its conversions to every panel and the headlines, and is in the address', async () => {
  const { reader, page } = await look('/?site=sales');
  await reader.expectFigures(sums('Revenue'));
  await reader.button('Goal…').click();
  await page.locator('[aria-label=Goal]:focus').waitFor();
  await reader.enter('Goal', 'Pur');
  await reader.panel('Summary').getByText('Nothing in this period meets it.').waitFor();
  await reader.expectFigures({ Conversions: '0 from 0' });
  await eventually(reader.focused, expect.stringMatching(/Event is Pur$/));
  await reader.button('Goal Event is Pur').click();
  await reader.enter('Goal', 'Purchase');
  const rate = { 'Conversion rate': '33.3% –' };
  await reader.expectFigures({ Conversions: '3 from 0', ...rate, ...sums('Goal revenue') });
  await reader.expectParameter('goal', 'event:Purchase');
  await reader.expectRows('Sources', [
    'Direct none | 2 | 0 | 0% | –',
    `Google organic | 1 | 3 | 100% | ${revenue}`,
  ]);
  await reader.click('Attribution');
  await reader.expectRows('Sources', [`Google | 3 | 1 | ${revenue}`]);
  await reader.click(/^Medium$/, 'All equally');
  await reader.expectRows('Sources', [`organic | 3 | 1 | ${revenue}`]);
  const [, credits] = await reader.saved('Download attribution as CSV');
  expect(credits.split('\r\n')[1]).toBe('"organic",3,1,"1249.4 EUR; 20 USD"');
  await reader.expectRows('Pages', [`/ | 3 | 3 | 33.3% | ${revenue}`]);
  await reader.expectSomeRows('Places', `Netherlands | 2 | 3 | 50.0% | ${revenue}`);
  await reader.expectSomeRows('Devices', `Unknown | 1 | 3 | 100% | ${revenue}`);
  await reader.click('Entry pages', 'Campaigns', 'Languages');
  await page.getByRole('columnheader', { name: 'Conversions' }).nth(2).waitFor();
  const [, countries] = await reader.saved('Download Countries as CSV');
  expect(countries.split('\r\n')[1]).toBe('"NL",2,0,2,,3,1,50,"1249.4 EUR; 20 USD"');

  await reader.button('Goal Event is Purchase').click();
  await reader.choose('Goal: what it is', 'Conditions');
  await reader.enter('Goal', 'event:Signup;country:NL');
  await page.getByText('Accepted: conditions such as event:Signup').waitFor();
  await reader.enter('Goal', 'event:Signup;prop.plan:pro');
  await reader.expectFigures({ Conversions: '1 from 0' });
  await reader.button('Remove the goal').click();
  await reader.expectSomeRows('Places', 'Netherlands | 2');
  await page.goBack();
  await reader.expectFigures({ Conversions: '1 from 0' });
});

test('conversions, their rate and the revenue of each currency are lines, and bars of revenue are below the line of visitors', async () => {
  const { reader, page } = await look('/?site=sales&goal=event:Purchase');
  const before = async (name: string) => {
    const line = page.getByRole('slider', { name: `${name} over time` });
    await line.waitFor();
    await reader.settled();
    await line.press('End');
    await line.press('ArrowLeft');
    return (words: string) => reader.expectSlider(`${name} over time`, `Fri 20 Nov: ${words}`);
  };
  await reader.expectFigures(sums('Goal revenue'));
  await (await before('Visitors'))('2');
  await reader.expectText('.tip', / 2 Revenue, EUR €1,249\.40$/);
  for (const [name, words] of [
    ['Views per visit', '1.0'],
    ['Visit duration', '0s'],
    ['Conversions', '3'],
    ['Conversion rate', '50.0%'],
    ['Revenue, EUR', '€1249.40'],
    ['Goal revenue, USD', 'US$20.00'],
  ] as const) {
    await reader.button(new RegExp(`^${name}`)).click();
    await (await before(name))(words);
  }
  const [, csv] = await reader.saved('Download numbers over time as CSV');
  expect(csv).toMatch(/^"bucket",.*,"goal_revenue\.USD"\r\n/);
  await reader.button('Remove the goal').click();
  await page.getByRole('slider', { name: 'Visitors over time' }).waitFor();
});

/** What is typed as a goal of a kind, and the goal that is there after Escape, and after the field was left. */
const typed: [kind: string, text: string, goal: string | null][] = [
  ['Event', 'Pur', null],
  ['Event', '?', null],
  ['Event', 'Purchase', 'event:Purchase'],
  ['Page', '/', 'page:/'],
  ['Page', '/sign', null],
  ['Page contains', 'sign', null],
  ['Conditions', 'event:Pur', null],
  ['Conditions', 'event:Signup;', null],
];

test('what is typed as a goal, and left without Enter, is one if it is whole; Escape drops it', async () => {
  const { reader, page } = await look('/?site=sales');
  const field = page.getByLabel('Goal', { exact: true });
  for (const [kind, text, goal] of typed) {
    await reader.button('Goal…').click();
    await reader.choose('Goal: what it is', kind);
    await field.fill(text);
    if (goal) await page.locator('.choosing datalist option').first().waitFor({ state: 'attached' });
    await field.press('Escape');
    expect(await field.inputValue()).toBe('');
    await reader.choose('Goal: what it is', kind);
    await field.fill(text);
    await page.getByRole('heading', { name: 'Events' }).click();
    await eventually(async () => [kind, text, reader.parameter('goal')], [kind, text, goal]);
    if (goal) {
      await reader.button('Remove the goal').click();
      continue;
    }
    await eventually(() => field.count(), 0);
    await reader.settled();
    expect([kind, text, reader.parameter('goal')]).toEqual([kind, text, null]);
  }
});

test('without events the panel shows what to paste, with the address of this installation', async () => {
  const { reader } = await look('/?site=shop');
  await reader.panel('Events').getByText('No events in this period.').waitFor();
  const code = (await reader.texts(reader.panel('Events').locator('pre'))).join(' ');
  expect(code).toContain('data-tallyhouse-event="Signup"');
  expect(code).toContain("tallyhouse.event('Signup', { plan: 'pro' });");
  expect(code).toMatch(
    /<script defer src="http[^"]+\/tracker\.js" data-site="shop" data-auto="outbound downloads forms not-found">/,
  );
  await reader.go('/?site=*&period=2024-01-01_2024-01-02');
  await reader.expectTexts(reader.panel('Events').locator('pre'), [
    /<button/,
    /event/,
    / data-site="<site>" /,
  ]);
});
