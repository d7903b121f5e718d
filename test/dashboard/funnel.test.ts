import { hoursAgo, visit } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { Gate } from './gate.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

/** A visit: its hour, country, and what it does minute by minute; a text with a slash is a page, others are events. */
function journey(hours: number, country: string, ...nodes: string[]) {
  const ids = { site_id: 'journeys', ...visit(hoursAgo(hours)), country };
  return nodes.map((text, minute) => {
    const pinged_at = hoursAgo(hours) + minute * 60_000;
    if (!text.startsWith('/')) return event(pinged_at, text, ids);
    const page_title = text === '/docs' ? 'Documentation' : '';
    return { pinged_at, ...ids, pageview_id: uuid7(pinged_at), page_path: text, page_title };
  });
}

/** Four visitors look at the prices; three sign up, two of them buy. */
const dashboard = useDashboard(
  [
    journey(30, 'NL', '/', '/pricing', 'Signup', 'Purchase'),
    journey(29, 'NL', '/', '/pricing', '/docs', 'Signup', 'Purchase'),
    journey(28, 'US', '/', '/pricing', 'Signup'),
    journey(27, 'US', '/pricing'),
  ].flat(),
);

const { look } = dashboard;
const steps = 'step=page%3A%2Fpricing&step=event%3ASignup&step=event%3APurchase';
const result = [
  '1 Page is /pricing 4 visitors 1 stopped here (25.0%)',
  '2 Event is Signup 3 visitors 75.0% of the first step median 1m 00s after it 1 stopped here (33.3%)',
  '3 Event is Purchase 2 visitors 50.0% of the first step 66.7% of the step before median 1m 00s after it',
];

test('steps that are typed become a funnel, whose address is the funnel', async () => {
  const { reader, page } = await look('/?site=journeys');
  const reached = reader.items('Steps reached');
  await reader.follow('Funnel');
  await reader.says('Choose at least two steps');
  expect(await reader.focused()).toBe('Funnel');
  await page.goBack();
  await eventually(reader.focused, 'Reports of journeys');
  await page.goForward();
  await eventually(reader.focused, 'Funnel');
  for (const [index, step] of ['/pricing', 'Signup', 'Purchase'].entries())
    await reader.enter(`New step ${index + 1}`, step);
  await reader.expectTexts(reached, result);
  expect(page.url()).toContain(steps);
  await page.reload();
  await reader.expectTexts(reached, result);

  await page.getByRole('button', { name: 'Remove step 2' }).press('Enter');
  await eventually(() => reached.count(), 2);
  await page.getByRole('button', { name: 'Move step 2 up' }).click();
  const [first, second] = ['1 Event is Purchase 2 visitors 2 stopped here (100%)', '0 visitors'];
  await reader.expectTexts(reached, [first, expect.stringContaining(second)]);
  await page.goBack();
  await page.goBack();
  await reader.expectTexts(reached, result);
});

test('funnels of the sites file, and those that are suggested, open with a click', async () => {
  const { reader, page } = await look('/?site=blog&report=funnel');
  await reader.button('Guided tour').click();
  await reader.expectTexts(reader.items('Steps reached'), [
    '1 Page is / 2 visitors 1 stopped here (50.0%)',
    '2 Page is /guide 1 visitor 50.0% of the first step median 6m 00s after it',
  ]);
  // They are those of the site before for no moment.
  const gate = await Gate.close(page, '**/sites/journeys?*');
  await reader.go('?site=journeys&report=funnel');
  await eventually(async () => gate.held, 1);
  expect(await page.getByRole('button', { name: 'Guided tour' }).count()).toBe(0);
  await gate.releaseAll(page);
  await reader.button('/ → /pricing → Signup → Purchase').press('Enter');
  await eventually(() => reader.items('Steps reached').count(), 4);
  // The button is gone, and the heading has its focus.
  expect(await reader.focused()).toBe('Funnel');
  expect(await reader.panel('Suggested').count()).toBe(0);
});

test('a funnel is broken down by a property, by visit, and saved', async () => {
  const { reader } = await look(`/?site=journeys&report=funnel&${steps}`);
  const reached = reader.items('Steps reached');
  const bar = async () => (await reader.page.locator('.funnel-steps .track').first().boundingBox())?.height;
  await reader.expectTexts(reached, result);
  const high = await bar();
  await reader.choose('Break down by', 'Country');
  await reader.expectRows('By country', ['Netherlands | 2 | 2 | 2 | 100%', 'United States | 2 | 1 | 0 | 0%']);
  expect(await bar()).toBe(high);
  // It has the whole width, so no place next to it is empty.
  const width = async (part: string) => (await reader.page.locator(part).boundingBox())?.width ?? 0;
  expect(await width('.split')).toBeCloseTo(await width('main .report-view'), 0);
  await reader.choose('Counted per', 'visit');
  await reader.expectText(reached.first(), expect.stringContaining('4 visits'));
  const [name, csv] = await reader.saved('Download funnel as CSV');
  expect(name).toBe('journeys-funnel-2026-11-15-2026-11-21.csv');
  expect(csv.split('\r\n')[2]).toBe('"Event is Signup",3,75,75,1,60');
  await reader.button('Netherlands').click();
  await reader.expectText(reached.last(), expect.stringContaining('100% of the first step'));
});

test('a row of the breakdown is grey while it loads, and a 0 where nobody began', async () => {
  const { reader, page } = await look('/?site=journeys&report=funnel&step=event:Purchase&step=page:/docs');
  const gate = await Gate.close(page, /\/funnel\?.*filter=country%3AUS/);
  await reader.choose('Break down by', 'Country');
  await reader.expectRows('By country', ['Netherlands | 2 | 0 | 0%', 'United States']);
  const colour = "getComputedStyle(document.querySelector('.split [aria-busy=true] td')).backgroundColor";
  expect(await page.evaluate(colour)).not.toMatch(/ 0\)$/);
  gate.release();
  await reader.expectRows('By country', ['Netherlands | 2 | 0 | 0%', 'United States | 0 | 0 | –']);
});

test('retention is a grid of cohorts, by day, week or month', async () => {
  const { reader } = await look('/?site=journeys&report=retention');
  const cohorts = async () =>
    (await reader.rows('Visitors who return')).map((row) => row.split(' | ').slice(1).join(' | '));
  const before = reader.page.getByText('No new visitors before');
  await eventually(cohorts, ['4 | 100% | 0%', '0']);
  await reader.expectText(before, expect.stringContaining('No new visitors before Fri 20 Nov. '));
  const incomplete = reader.page.locator('.incomplete');
  await reader.expectTexts(incomplete, ['0%']);
  // Hatched, as the text below says, in forced colours too.
  await reader.page.emulateMedia({ forcedColors: 'active' });
  const hatch = "getComputedStyle(document.querySelector('.incomplete')).backgroundImage";
  expect(await reader.page.evaluate(hatch)).toMatch(/gradient/);
  await reader.page.emulateMedia({ forcedColors: null });
  await reader.button('Visitors').click();
  await eventually(cohorts, ['4 | 4 | 0', '0']);
  await reader.expectTexts('tfoot tr', ['Average 100%']);
  await reader.button('Weeks').click();
  await eventually(cohorts, ['4 | 4']);
  await reader.expectText(before, expect.stringContaining('No new visitors before the week of 16 Nov. '));
  await reader.choose('Period', 'All time');
  await reader.page.getByText('1 Dec 2021 – 21 Nov 2026').last().waitFor();
  await eventually(cohorts, ['4 | 4']);
  const [file] = await reader.saved('Download retention as CSV');
  expect(file).toBe('journeys-retention-2021-12-01-2026-11-21.csv');
});

test('journeys are a flow, and a list; a click on a node starts them there', async () => {
  const { reader, page } = await look('/?site=journeys&report=journeys');
  const list = 'Where visits go';
  await reader.expectTexts(reader.items('Place 1'), ['/ 3 100%']);
  await reader.expectTexts(reader.items('Place 3'), ['Signup 2 66.7%', 'Documentation 1 33.3%']);
  expect(await reader.items('Place 3').last().getAttribute('title')).toBe('/docs: 1 visit, 33.3%');
  const ways = ['/ → /pricing → Signup | 2 | 50.0%', '/ → /pricing → Documentation | 1 | 25.0%'];
  await reader.expectRows(list, ways);
  expect(await page.getByText('most frequent').count()).toBe(0);
  await page.getByLabel('With visits of one page').check();
  await reader.expectTexts(reader.items('Place 1'), ['/ 3 75.0%', '/pricing 1 25.0%']);
  await reader.expectTexts(reader.items('Place 2'), ['/pricing 3 75.0%', 'Left 1 25.0%']);
  await reader.expectRows(list, [...ways, '/pricing | 1 | 25.0%']);
  await reader.expectParameter('single', '1');
  await reader.button('Paths').click();
  await reader.expectTexts(reader.items('Place 3'), ['Signup 2 50.0%', '/docs 1 25.0%']);
  await reader.items('Place 3').last().hover();
  await eventually(() => page.locator('.journey-flow .passing').count(), 2);

  await reader.items('Place 3').getByRole('button', { name: 'Signup' }).press('Enter');
  await reader.expectRows(list, ['Signup → Purchase | 2 | 66.7%', 'Signup | 1 | 33.3%']);
  await reader.expectParameter('from', 'event:Signup');
  await reader.button('All journeys').click();
  await reader.choose('To: what it is', 'Event');
  await reader.enter('To', 'Purchase');
  const bought = expect.stringMatching(/Signup → Purchase \|/);
  await eventually(async () => (await reader.rows(list)).at(0), bought);
  await reader.expectTexts(reader.items('Place 3'), ['Purchase 2 100%']);
});
