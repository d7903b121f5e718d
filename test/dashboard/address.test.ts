import { key } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/** The address of the dashboard: a view, no part of which is ignored silently, and a key. */

const dashboard = useDashboard();
const blog = () => `${dashboard.url}/?site=blog`;

/** The words about each wrong part. */
const wrong = async ({ page }: Reader) => {
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  const parts = await page.locator('main dl > div').allInnerTexts();
  return parts.map((text) => text.replace(/\s+/g, ' '));
};

test.each([
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
  ['tz=Mars/Phobos', /^tz=Mars\/Phobos Accepted: a time zone such as Europe\/Paris or UTC$/],
  ['site=a b', /^site=a b Accepted: 1 to 64 letters, digits and \. _ -$/],
  ['page=guide', /^page=guide Accepted: a path that begins with \/$/],
  ['compare=maybe', /^compare=maybe Accepted: no, previous, year, or the first and the last day/],
  ['by=heart', /^by=heart Accepted: one of hour, day, week, month$/],
  ['fliter=country:NL', /^fliter Unknown\. Accepted: one of the names site, embed, .*, to$/],
])('%s shows what is wrong with it, and no number', async (search, words) => {
  const reader = await dashboard.open('about:blank');
  const asked: string[] = [];
  reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await reader.page.goto(`${dashboard.url}/?${search}#key=${key}`);
  expect(await wrong(reader)).toEqual([expect.stringMatching(words)]);
  expect(await reader.page.locator('.figure, .panel, .online, select').count()).toBe(0);
  // The key was tried, nothing else.
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/v1/sites']);
  await reader.context.close();
});

test('each wrong part is named, and the way on leads to the view without them, and back', async () => {
  const address = `${dashboard.url}/?period=30d&filter=foo:bar&filter=country:NL&tz=Mars/Phobos&by=heart#key=${key}`;
  const reader = await dashboard.open(address);
  const { page } = reader;
  expect((await wrong(reader)).map((words) => words.replace(/ .*/, ''))).toEqual([
    'tz=Mars/Phobos',
    'by=heart',
    'filter=foo:bar',
  ]);
  await reader.button('Open without these parts').click();
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^2 /));
  expect(new URL(page.url()).search).toBe('?period=30d&tz=Europe%2FAmsterdam&filter=country%3ANL');
  await page.goBack();
  expect(await wrong(reader)).toHaveLength(3);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('parameters that other programs append to links are ignored', async () => {
  const appended = 'utm_source=letter&utm_campaign=spring&fbclid=abc&gclid=d&mc_cid=e&_hsenc=f';
  const reader = await dashboard.open(`${dashboard.url}/?site=blog&period=7d&${appended}#key=${key}`);
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

/** No entry of the tab's history may hold the text. */
async function expectForgotten({ page }: Reader, text: string): Promise<void> {
  for (let back = 0; back < 5; back++) {
    expect(page.url()).not.toContain(text);
    if (page.url() === 'about:blank') return;
    await page.goBack();
  }
}

test('a key that is pasted where the sign-in is open signs in, and leaves address and history', async () => {
  const reader = await dashboard.open(blog());
  const { page } = reader;
  await page.getByLabel('Key').waitFor();
  await page.goto(`${blog()}#key=wrong`);
  await eventually(() => textOf(page.getByRole('alert')), 'Wrong key.');
  expect(page.url()).toBe(blog());
  await page.goto(`${blog()}#key=${key}`);
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  expect(page.url()).toBe(blog());
  await page.reload();
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  await expectForgotten(reader, 'key=');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a key pasted into the open dashboard is used when it is right, and reported when it is wrong', async () => {
  const reader = await dashboard.open(`${blog()}#key=${key}`);
  const { page } = reader;
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  const notice = page.getByRole('complementary', { name: 'Key in the address' });

  await page.goto(`${blog()}#key=wrong`);
  await eventually(
    () => textOf(notice.getByRole('status')),
    expect.stringMatching(/^Wrong key\. .* stay signed in/),
  );
  expect(page.url()).toBe(blog());
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'hidden' });

  const withOther = page.waitForRequest(
    async (request) =>
      request.url().includes('/overview') &&
      (await request.headerValue('authorization')) === 'Bearer the password of the tests',
  );
  await page.goto(`${blog()}#key=the%20password%20of%20the%20tests`);
  await withOther;
  expect(page.url()).toBe(blog());
  await eventually(() => reader.figure('Visitors'), expect.stringMatching(/^3 /));
  await expectForgotten(reader, 'key=');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
