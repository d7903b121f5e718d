import { hoursAgo, key, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { Gate } from './gate.ts';
import { keyOf } from './listed.ts';
import { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { expectWhole, seenTexts } from './whole.ts';

/** Who gets in, what a key of few rights shows, and the dashboard within other pages. */

/** The words for each reason of a dropped ping. */
const reasons = {
  bot: '2 dropped: bots. Crawlers,',
  datacentre: '1 dropped: data centres. They came from the networks of clouds',
  excluded_ip: '1 dropped: excluded addresses. The settings exclude',
  excluded_path: '1 dropped: excluded pages. The sites file excludes',
  foreign_host: '1 dropped: other hosts. The sites file lists the hosts',
  gpc: '1 dropped: asked for privacy. The browsers of these visitors ask',
  spam_referrer: '1 dropped: referrer spam. They came from',
  unknown_site: '1 dropped: unknown sites. The service accepts',
};

const dashboard = useDashboard(
  ['bot', ...Object.keys(reasons)].map((drop_reason) =>
    seen(hoursAgo(2), { site_id: 'unheard', drop_reason }),
  ),
);
const { look, open } = dashboard;
const week = { Visitors: '3 +200%', Pageviews: '5 +400%' };
const blog = () => `${dashboard.url}/?site=blog`;

test('a wrong key shows an error, the right one opens the dashboard and is kept for the tab', async () => {
  const { reader, page } = await open('/?site=blog', { key: '' });
  expect(reader.requests).toEqual([]);
  await page.getByText('where is the key?').click();
  await reader.says('it is in the file secrets.json');
  for (const wrong of ['ключ', 'not the key']) {
    await reader.enter('Key', wrong);
    await reader.expectText('[role=alert]', 'Wrong key.');
  }
  await reader.enter('Key', keyOf('ключ 🔑'));
  await reader.expectFigures(week);
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await reader.enter('Key', key);
  await reader.expectFigures(week);
  await page.reload();
  await reader.expectFigures(week);
  await page.evaluate("sessionStorage.setItem('tallyhouse_key', 'of yesterday')");
  await page.reload();
  await reader.expectText('[role=alert]', 'The key is no longer valid.');

  // Another tab of the same browser has not signed in.
  const tab = await page.context().newPage();
  await tab.goto(dashboard.url);
  await tab.getByLabel('Key').fill(key);
  await tab.getByLabel('Stay signed in on this device').check();
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('button', { name: 'More' }).waitFor();
  // From now on every tab has, also after one of them has opened a link with a key of its own.
  const guest = await page.context().newPage();
  await guest.goto(`${blog()}#key=${keyOf('client')}`);
  await guest.getByText('Shared view: client').waitFor();
  const third = new Reader(await page.context().newPage());
  await third.page.goto(dashboard.url);
  await third.button('More').waitFor();
  expect(await third.page.getByText('Shared view').count()).toBe(0);
  await third.click('More', 'Sign out');
  await third.field('Key').waitFor();
  await third.page.reload();
  await third.field('Key').waitFor();
});

test('a key in the address signs in and leaves address and history; a wrong one ends no session, and is reported', async () => {
  const { reader, page } = await open('/?site=blog', { key: '' });
  await page.getByLabel('Key').waitFor();
  await page.goto(`${blog()}#key=wrong`);
  await reader.expectText('[role=alert]', 'Wrong key.');
  expect(page.url()).toBe(blog());
  await page.goto(`${blog()}#key=${key}`);
  await reader.expectFigures(week);
  expect(page.url()).toBe(blog());

  // Pasted into the open dashboard.
  const notice = page.getByRole('complementary', { name: 'Key in the address' });
  await page.goto(`${blog()}#key=wrong`);
  await notice.getByText(/^Wrong key\. .* stay signed in/).waitFor();
  expect(page.url()).toBe(blog());
  await reader.expectFigures(week);
  await expectWhole(reader);
  expect(await seenTexts(reader, '.skip')).toEqual([]);
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'hidden' });

  const other = 'Bearer the password of the tests';
  const withOther = page.waitForRequest(
    async (sent) => /overview/.test(sent.url()) && (await sent.headerValue('authorization')) === other,
  );
  await page.goto(`${blog()}#key=the%20password%20of%20the%20tests`);
  await withOther;
  expect(page.url()).toBe(blog());
  await reader.expectFigures(week);

  // A slow answer to the key before is not taken for its own.
  const gate = await Gate.close(page, '**/api/v1/sources?*');
  await reader.choose('Period', 'Last 30 days');
  await eventually(async () => gate.held, 1);
  const again = page.waitForRequest(
    async (sent) =>
      /sources\?/.test(sent.url()) && (await sent.headerValue('authorization')) === `Bearer ${key}`,
  );
  await page.goto(`${page.url()}#key=${key}`);
  await again;
  await gate.releaseAll(page);

  await page.goto('about:blank');
  await page.goto(`${blog()}#key=wrong`);
  await reader.expectFigures(week);
  // No entry of the tab's history holds one.
  for (let back = 0; back < 8; back++) {
    expect(page.url()).not.toContain('key=');
    await page.goBack();
  }
});

test('a key for one site shows it, whose view it is, and nothing that the key may not do', async () => {
  const { reader, page } = await open('/', { key: keyOf('client') });
  await reader.expectFigures(week);
  await reader.expectText('.top .whose', 'Shared view: client');
  await reader.expectText('.top .only-site', 'blog');
  await reader.settled();
  const buttons = await page
    .locator('button:not([hidden])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()));
  expect(buttons.length).toBeGreaterThan(20);
  expect(buttons.filter((name) => /^Site:|Download all|\(CSV\)/.test(name))).toEqual([]);
  expect(await page.content()).not.toContain('shop');

  // Another site is one without pings, without a line to paste.
  await page.goto(`${dashboard.url}/?site=shop`);
  await page.getByText('No numbers for shop').waitFor();
  expect(await page.locator('.code, input').count()).toBe(0);
  await page.getByText('Your key covers').getByRole('link', { name: 'blog' }).click();
  await reader.expectFigures(week);
});

test('within a page of an allowed origin the dashboard has no header; elsewhere it is not shown', async () => {
  const { page, complaints } = await open('/docs', { key: '' });
  const frame = `${dashboard.url}/?site=blog&embed=1#key=${encodeURIComponent(keyOf('client'))}`;
  const address = `${dashboard.desk}/?frame=${encodeURIComponent(frame)}`;
  await page.goto(address);
  const inner = page.frameLocator('iframe');
  await inner.locator('.figure', { hasText: 'Pageviews' }).getByText('5').waitFor();
  expect(await inner.locator('header.top').count()).toBe(0);
  expect(await inner.getByRole('region', { name: 'Sources', exact: true }).count()).toBe(1);

  // The same page by another name is another origin.
  await page.goto(address.replace('127.0.0.1', 'localhost'));
  await eventually(async () => complaints.some((text) => text.includes('frame-ancestors')), true);
  // The other origins are what this is about.
  complaints.splice(0);
});

test('another site begins without a name, a line to paste, an error or visitors, gets them with its name, and opens with its first ping', async () => {
  const { reader, page } = await look('/?site=shop');
  await page.locator('.online').waitFor();
  await reader.chooseSite('Add a site…');
  const name = page.getByLabel('Id of the site');
  await name.waitFor();
  expect(new URL(page.url()).search).toContain('?site=*new&');
  await page.keyboard.type('a b');
  expect(await name.inputValue()).toBe('a b');
  await name.fill('');
  expect(await name.getAttribute('aria-invalid')).toBe('false');
  expect(await page.locator('.code, .online').count()).toBe(0);
  await page.reload();
  await name.waitFor();
  await name.fill('my site');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('my-site');
  expect(await name.getAttribute('aria-invalid')).toBe('false');
  await reader.expectText('.code code', expect.stringContaining('data-site="my-site"'));
  await page.getByText('Waiting for the first ping.').waitFor();
  await page.context().grantPermissions(['clipboard-write']);
  await page.locator('.code button').click();
  await reader.expectText('.code button', 'Copied');
  // Its name begins like that of a site that is there.
  await Promise.all([page.waitForResponse(/\/sites\?/), page.clock.runFor(2000)]);
  await name.fill('shop');
  await reader.expectText('.code button', 'Copy');
  expect(await name.inputValue()).toBe('shop');
  await name.fill('shop-de');
  await dashboard.insert([seen(hoursAgo(1), { site_id: 'shop-de', page_path: '/neu' })]);
  await page.clock.runFor(4000);
  await reader.expectRows('Pages', ['/neu | 1 | 1 | 0s | 0%']);
});

test('a site whose pings are all dropped says why, until one counts', async () => {
  const { reader } = await look('/?site=unheard');
  await reader.expectText(reader.heading(), 'No visits to unheard are counted yet');
  const account = reader.panel('Not counted');
  await reader.expectText(account.locator('p'), /^9 pings have arrived .* none is counted/);
  const why = Object.values(reasons).map((words) => expect.stringContaining(words));
  await reader.expectTexts(account.getByRole('listitem'), why);
  await reader.page.getByText('Waiting for the first ping that counts.').waitFor();
  await dashboard.insert([seen(hoursAgo(1), { site_id: 'unheard', page_path: '/heard' })]);
  await reader.page.clock.runFor(4000);
  await reader.expectRows('Pages', ['/heard | 1 | 1 | 0s | 0%']);
  // It may be the smallest of many sites.
  expect(reader.requests.filter((address) => /\/sites\?.*limit=\d/.test(address))).toEqual([]);
});

test('the page of the API has the typed key in its examples, asks reports, and keeps no key itself', async () => {
  const { reader, page } = await open('/docs#overview', { key: '' });
  const section = page.locator('#overview');
  const asks = (key: string) => `curl -H "Authorization: Bearer ${key}" "${dashboard.url}/api/v1/overview"`;
  expect(await section.locator('code.example').textContent()).toBe(asks('$API_KEY'));
  await page.getByLabel('Your key').fill(key);
  expect(await section.locator('code.example').textContent()).toBe(asks(key));
  await section.getByRole('button', { name: 'Try' }).click();
  await reader.expectText(section.locator('pre.answer'), /^200 .*"unique_visitors"/);

  // It knows the key of the dashboard in the same tab.
  await page.goto(`${dashboard.url}/#key=${key}`);
  await eventually(() => page.evaluate("sessionStorage.getItem('tallyhouse_key')"), key);
  await page.goto(`${dashboard.url}/docs`);
  expect(await page.getByLabel('Your key').inputValue()).toBe(key);
  await page.getByLabel('Your key').fill('another');
  await page.reload();
  expect(await page.getByLabel('Your key').inputValue()).toBe(key);
});
