import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';

/** The address of the dashboard: a view, no part of which is ignored silently. */

const dashboard = useDashboard();
const { open } = dashboard;

/** The words about each wrong part. */
const wrong = async (reader: Reader) => {
  await reader.page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  return reader.texts('main dl > div');
};

/** What is wrong, and the beginning and the end of what is accepted. */
const parts: [search: string, words: RegExp][] = [
  ['tz=Mars/Phobos', /^tz=Mars\/Phobos Accepted: a time zone such as Europe\/Paris or UTC$/],
  ['by=heart', /^by=heart Accepted: one of hour, day, week, month$/],
  [
    'filter=foo:bar',
    /^filter=foo:bar Accepted: one of the names page, entry_page, .*, visitor_type, event, or prop\. and the name of a property$/,
  ],
  ['filter=country', /^filter=country Accepted: a name, one of the operators .* such as country:NL$/],
  [
    'filter=visitor_type:nwe',
    /^filter=visitor_type:nwe Accepted: visitor_type:new or visitor_type:returning$/,
  ],
  ['period=99z', /^period=99z Accepted: one of today, .*12mo, all, or the first and the last day/],
  ['site=a b', /^site=a b Accepted: 1 to 64 letters, digits and \. _ -$/],
  ['page=guide', /^page=guide Accepted: a path that begins with \/$/],
  ['compare=maybe', /^compare=maybe Accepted: no, previous, year, or the first and the last day/],
  ['fliter=country:NL', /^fliter Unknown\. Accepted: one of the names site, embed, .*, to$/],
];

test('each wrong part is shown with what is accepted, and no number', async () => {
  const reader = await open(`/?${parts.map(([search]) => search).join('&')}`);
  const words = await wrong(reader);
  expect(words).toHaveLength(parts.length);
  expect(words).toEqual(expect.arrayContaining(parts.map(([, form]) => expect.stringMatching(form))));
  expect(await reader.page.locator('.figure, .panel, .online, select').count()).toBe(0);
  // The key was tried, nothing else.
  expect(reader.requests.map((address) => address.replace(/\?.*/, ''))).toEqual(['/api/v1/sites']);
});

test('one wrong part is enough; the way on leads to the view without it, and back', async () => {
  const reader = await open('/?site=blog&period=30d&filter=foo:bar&filter=country:NL');
  expect(await wrong(reader)).toEqual([expect.stringMatching(/^filter=foo:bar /)]);
  await reader.button(/^Open without/).click();
  await reader.expectFigures({ Visitors: expect.stringMatching(/^2 /) });
  expect(new URL(reader.page.url()).search).toMatch(/^\?site=blog&period=30d&.*filter=country%3ANL$/);
  await reader.page.goBack();
  expect(await wrong(reader)).toHaveLength(1);
});
