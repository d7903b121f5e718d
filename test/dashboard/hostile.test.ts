import { reportNames } from '@tallyhouse/dashboard/url/view';
import { minutesAgo, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

/** Whatever visitors send, it stays text: nothing of it becomes markup, runs, or leads anywhere. */

const markup = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const address = 'javascript:document.title="owned"';
const backwards = '\u202Etxt.exe\u202C \u2066evil';
const long = `/${'long-path/'.repeat(199)}end`;
const texts = [markup, address, backwards, long];

/** As ingest makes it of whatever is sent. */
const pathOf = (text: string) => (text.startsWith('/') ? text : `/${text}`);

const dashboard = useDashboard([
  ...texts.map((text, index) => ({
    ...seen(minutesAgo(index + 0.5), { site_id: 'hostile', page_path: pathOf(text), country: 'ZZ' }),
    page_title: text.slice(0, 500),
    utm_campaign: text.slice(0, 500),
    source: text.slice(0, 100),
    medium: text.slice(0, 100),
    referrer: text,
    region: text,
    city: text,
    browser: text,
    os: text,
    device_type: text,
  })),
  // Events may have any name without control characters, and properties any text.
  ...texts.map((text, index) => ({
    ...seen(minutesAgo(60 + index), { site_id: 'hostile' }),
    ...event(minutesAgo(60 + index), text.slice(0, 120), { props: { plan: text.slice(0, 500) } }),
  })),
]);
const { look, open } = dashboard;
const inSite = `/?site=hostile`;

async function expectHarmless({ page }: Reader): Promise<void> {
  expect(await page.title()).not.toBe('owned');
  expect(await page.locator('main img:not(.flag), main script, main a[href^="javascript"]').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
}

test('in every list, in chips and in the page view hostile text is text', async () => {
  const { reader, page } = await look(inSite);
  await reader.expectSomeRows('Pages', expect.stringContaining(`/${markup} ${markup}`));
  // Each text is in an element of its own, with which its direction of writing ends.
  const row = reader.panel('Pages').locator('tbody tr', { hasText: 'txt.exe' });
  expect(await row.locator('bdi').allInnerTexts()).toEqual([pathOf(backwards), backwards]);
  for (const tab of ['Mediums', 'Campaigns', 'Cities', 'Browsers', 'Entry pages'])
    await reader.button(tab).click();
  for (const panel of ['Sources', 'Devices', 'Pages', 'Right now'])
    for (const text of [markup, address]) await reader.expectSomeRows(panel, expect.stringContaining(text));
  await reader.panel('Sources').getByText(markup).click();
  await reader.expectChips([`Campaign is ${markup}`]);
  await reader.button('Remove the filter').click();
  await expectHarmless(reader);

  await page.goto(`${dashboard.url}${inSite}&page=${encodeURIComponent(pathOf(markup))}`);
  await reader.expectText(reader.heading(), markup);
  await page.goto(`${dashboard.url}${inSite}&page=${encodeURIComponent(long)}`);
  await reader.expectText('.page-view .path', long);
  await expectHarmless(reader);
});

test('in events, their properties, goals, funnels and journeys hostile text is text', async () => {
  const { reader, page } = await look(inSite);
  const name = markup.slice(0, 120);
  const names = async () => (await reader.rows('Events')).map((row) => row.replace(/ \|.*/, ''));
  await eventually(names, expect.arrayContaining([name, address, backwards]));
  for (const click of [`Properties of ${name}`, 'plan', markup])
    await reader.panel('Events').getByRole('button', { name: click, exact: true }).click();
  await reader.expectChips([`Event is ${name}`, `plan is ${markup}`]);

  const written = (text: string) => text.replace(/[\\|;]/g, '\\$&');
  const parameters = new URLSearchParams();
  for (const text of [name, backwards, long]) parameters.append('step', `event:${written(text)}`);
  parameters.set('goal', `page:${written(markup)}`);
  parameters.set('dimensions', 'event,page');
  parameters.set('metrics', 'events');
  parameters.set('single', '1');
  // The settings of a site that no file lists ask for an entry that is not there, which a browser complains about. Crawlers have a
  // test of their own.
  const elsewhere = ['settings', 'crawlers'];
  for (const report of Object.keys(reportNames).filter((report) => !elsewhere.includes(report))) {
    await page.goto(`${dashboard.url}${inSite}&report=${report}&split=browser&${parameters}`);
    await page.locator('.grid tbody tr, .recent li, .manage .panel').first().waitFor();
    await reader.settled();
    await expectHarmless(reader);
  }
  await page.goto(`${dashboard.url}${inSite}&report=journeys&single=1`);
  await reader.button('Paths').click();
  await reader.items('Place 1').getByText(pathOf(address)).waitFor();
  await expectHarmless(reader);
});

test('each wrong part of an address is shown as text with what is accepted, and no number', async () => {
  const made = { site: markup, period: backwards, by: 'heart', goal: markup, step: backwards, [markup]: '' };
  const { reader, page } = await open(`/?${new URLSearchParams(made)}`);
  const words = [
    '1 to 64 letters, ',
    'one of today, ',
    'one of hour, ',
    'conditions such',
    'conditions such',
  ];
  await reader.expectTexts('main dl > div', [
    ...words.map((accepted) => expect.stringContaining(` Accepted: ${accepted}`)),
    / Unknown\. Accepted: one of the names site, embed, .*, lang$/,
  ]);
  const sent = Object.entries(made).map(([name, text]) => (text ? `${name}=${text}` : name));
  expect(await page.locator('dt bdi').allInnerTexts()).toEqual(sent);
  await expectHarmless(reader);
  expect(await page.locator('.figure, .panel, .online, select').count()).toBe(0);
  // The key was tried, nothing else.
  expect(reader.requests.map((address) => address.replace(/\?.*/, ''))).toEqual(['/api/v1/sites']);
});

test('one wrong part is enough; the way on leads to the view without it, and back', async () => {
  const { reader, page } = await look('/?site=blog&period=30d&filter=foo:bar&filter=country:NL');
  const wrong = [/^filter=foo:bar Accepted: /];
  await reader.expectTexts('main dl > div', wrong);
  await reader.button(/^Open without/).click();
  await reader.expectFigures({ Visitors: /^2 / });
  expect(new URL(page.url()).search).toMatch(/^\?site=blog&period=30d&.*filter=country%3ANL$/);
  await page.goBack();
  await reader.expectTexts('main dl > div', wrong);
});
