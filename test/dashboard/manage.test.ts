import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { forAllTests, startDashboardService } from '../api/query-service.ts';
import { filesOf, hashed } from '../api/service-files.ts';
import { eventually } from '../harness/eventually.ts';
import { expectOpenToAll } from './barriers.ts';
import { Gate } from './gate.ts';
import type { Reader } from './reader.ts';
import { useReaders } from './stage.ts';
import { trafficOf } from './traffic.ts';
import { expectTouchable } from './whole.ts';

/** Access and the settings of a site, over real files. */

const sitesText = `# The sites of the house.
sites:
  blog:
    name: The Blog # of 2020
    group: writing
    timezone: Europe/Berlin
    goals:
      Read: page:/guide # the first
  notes: { group: writing }
`;
const everyRight = ['read', 'export', 'personal', 'send', 'manage'];
/** Each key is its name. */
const keys = [
  { name: 'boss', sites: ['*'], rights: everyRight },
  { name: 'editor', sites: ['blog'], rights: ['read', 'manage'] },
  { name: 'guest', sites: ['blog'], rights: ['read'] },
];
const keysText = `# Ours.
keys:
${hashed(keys)
  .map((key) => `  - ${JSON.stringify(key)} # ${key.name}\n`)
  .join('')}`;

const files = filesOf({ SITES_FILE: sitesText, KEYS_FILE: keysText });
const { SITES_FILE, KEYS_FILE } = files.env;
const service = forAllTests(() => startDashboardService(files.env));
beforeAll(() => service.insert([...trafficOf('blog'), ...trafficOf('fresh')]));
const headers = { authorization: 'Bearer boss', 'content-type': 'application/json' };
beforeEach(async () => {
  for (const setting of ['SITES_FILE', 'KEYS_FILE'] as const) {
    files.write(setting);
    fs.chmodSync(files.env[setting], 0o644);
  }
  const known = async () => {
    const { data } = Object(await (await fetch(`${service.url}/api/v1/sites/blog`, { headers })).json());
    return [data.name, data.group];
  };
  await eventually(known, ['The Blog', 'writing']);
});
const sitesNow = () => files.read('SITES_FILE');
const keysNow = () => files.read('KEYS_FILE');
const openAt = useReaders();
const open = (address: string, key = 'boss', options = {}) =>
  openAt(`${service.url}/${address}#key=${key}`, options);

/** What a browser says of an answer that refuses something, which is what a test is about. */
const expectRefusals = ({ complaints }: Reader, ...statuses: number[]) => {
  const said = complaints.splice(0).map((text) => Number(/status of (\d+)/.exec(text)?.[1]));
  expect([...new Set(said)].toSorted()).toEqual(statuses);
};
const save = (reader: Reader) => reader.clickUntil('Save', 'Saved.');

/** Saves the settings of the blog, and does something before the service has answered. */
async function whileSaving(reader: Reader, page: Page, work: () => Promise<unknown>): Promise<void> {
  const gate = await Gate.close(page, '**/manage/v1/sites/blog');
  await reader.click('Save');
  await eventually(async () => gate.held, 1);
  await work();
  await gate.releaseAll(page);
}

test('a colleague gets a key of some sites and rights; it expires, and a taken name is refused', async () => {
  const { reader, page } = await open('?site=blog&report=access');
  const name = page.getByLabel('Whom or what it is for');
  await name.fill('guest');
  await reader.click('Create the key');
  await reader.expectText('main [role=alert]', 'This name is taken.');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expectRefusals(reader, 409);
  await name.fill('Ann');
  await page.getByLabel('Download all visits').check();
  await reader.choose('Add a site', 'All of writing');
  await reader.clickUntil('Create the key', 'The key of Ann.');
  await reader.expectRows('Keys', [
    /^boss yours \| All sites, those to come too \| See the reports, Download all visits and pageviews, See addresses of visitors in downloads, Send pings from a server, Change sites and keys \| never \| /,
    /^editor \| The Blog \| See the reports, Change sites and keys \| never \| /,
    /^guest \| The Blog \| See the reports \| never \| /,
    /^Ann \| The Blog, All of writing \| See the reports, Download all visits and pageviews \| \d+ \w+ 2027 \| no use known \| Revoke$/,
  ]);
  page.on('dialog', (dialog) => dialog.accept());
  // On a phone the columns before it scroll.
  const revoke = reader.button('Revoke Ann');
  await page.setViewportSize({ width: 390, height: 844 });
  const { x = -1, width = 0 } = (await revoke.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThan(390);
  await revoke.click();
  await reader.says('The key “Ann” is revoked.');
  // Not at the top of the page, where the focus goes from a button that is gone.
  await page.locator('.scrolled:focus').waitFor();
  await eventually(async () => (await reader.rows('Keys')).length, 3);
  expect(keysNow()).toBe(keysText);
});

test('a question is kept by a name for all who read the site', async () => {
  const { reader, page } = await open('?site=blog&report=explore&metrics=visitors&tz=UTC', 'editor');
  await reader.enter('Save this question as', 'To read');
  await reader.button('Delete To read').waitFor();
  const lines = '    questions:\n      To read: period=7d&report=explore&metrics=visitors';
  expect(sitesNow()).toContain(`${lines}\n`);
  const guest = await open('?site=blog&report=explore&tz=Asia/Tokyo&embed=1', 'guest');
  await guest.click('To read');
  await guest.expectParameter('metrics', 'visitors');
  expect(['tz', 'embed'].map(guest.parameter)).toEqual(['Asia/Tokyo', '1']);
  expect(await guest.button('Delete To read').count()).toBe(0);
  await reader.click('Delete To read');
  await page.getByText('To read').waitFor({ state: 'detached' });
  expect(sitesNow()).toBe(sitesText);
});

test('a site is added, with a line for its pages', async () => {
  const { reader, page } = await open('');
  await reader.follow('Add a site');
  await reader.expectText(reader.heading(), 'Site settings');
  await reader.fill({ Id: 'blog' });
  await reader.click('Add the site');
  await reader.expectText('main [role=alert]', 'There is a site with this id already.');
  await reader.fill({ Id: 'shop.example' });
  await reader.click('Add the site');
  await reader.expectText(reader.heading(), 'Settings of shop.example');
  await eventually(() => page.title(), expect.stringMatching(/^Site settings, [^,]+$/));
  expect(sitesNow()).toBe(`${sitesText}  shop.example: {}\n`);
  expect(reader.parameter('tz')).toBe(null);
  for (const choice of [
    'Downloads of files',
    'Clicks on links to other sites',
    'Store nothing in the browser',
  ])
    await page.getByLabel(choice).check();
  await reader.expectText(
    'main .code code',
    / data-site="shop.example" data-auto="outbound downloads" data-cookieless></,
  );
  expectRefusals(reader, 409);
});

test('a site that only has pings gets an entry; what the service refuses appears at its field, and is not saved', async () => {
  const { reader, page } = await open('?site=fresh&report=settings');
  await reader.fill({ Name: 'Fresh ', Hosts: 'fresh.example\nhttps://x/', 'Days to keep': '30' });
  await reader.fill({ 'Addresses that do not count': '10.0.0.0/8' });
  await reader.click('Save');
  const problem =
    'Hosts, entry 2 must be a host, such as blog.example, or *.blog.example for its subdomains.';
  await reader.expectTexts('main .problem', [expect.stringContaining(`${problem} One per line, `), problem]);
  expect(await page.getByLabel('Hosts').getAttribute('aria-invalid')).toBe('true');
  expect(sitesNow()).toBe(sitesText);
  await reader.fill({ Hosts: ' fresh.example\n\n' });
  await save(reader);
  expect(sitesNow().replace(sitesText, '')).toBe(`  fresh:
    name: Fresh
    hosts: [fresh.example]
    retention_days: 30
    exclude:
      addresses: [10.0.0.0/8]
`);
  await reader.button('Site: Fresh').waitFor();
  expectRefusals(reader, 404);
});

test('a goal that is emptied, or is none any more, is not saved as it was', async () => {
  const { reader } = await open('?site=blog&report=settings');
  await reader.fill({ 'goal 1': '' });
  await reader.click('Save');
  const said = (field: { validationMessage: string }) => field.validationMessage;
  const name = reader.field('goal 1: name');
  await eventually(() => name.evaluate(said), 'Enter what it stands for, or remove its name.');
  await reader.choose('goal 1: what it is', 'Conditions');
  await reader.fill({ 'goal 1': 'event:Signup;' });
  await reader.clickUntil('Save', /^Accepted: conditions such as/);
  expect([await reader.field('goal 1').inputValue(), sitesNow()]).toEqual(['event:Signup;', sitesText]);
  await reader.fill({ 'goal 1': 'event:Signup' });
  await save(reader);
  expect(sitesNow()).toBe(sitesText.replace('page:/guide', 'event:Signup'));
});

test('of two who save at once, the second sees both values of what the first changed, and chooses', async () => {
  const { reader, page } = await open('?site=blog&report=settings');
  const other = await open('?site=blog&report=settings', 'editor');
  // The site is renamed while its page is open: a time zone, save.
  await other.fill({ Name: 'Their Blog', 'Time zone': 'Asia/Tokyo', Group: '' });
  const name = other.page.getByLabel('New goal: name');
  await name.fill('Read ');
  expect(await name.evaluate((field: { validationMessage: string }) => field.validationMessage)).toBe(
    'This name is taken.',
  );
  await other.fill({ 'New goal: name': 'Theirs', 'New goal': 'Paid', 'Pages that do not count': '/admin/*' });
  await other.choose('Addresses of visitors', 'truncated');
  await save(other);
  const theirs = sitesNow();
  expect(theirs).toContain('timezone: Asia/Tokyo');

  await reader.fill({ Name: 'My Blog', 'Time zone': 'Europe/Paris' });
  await reader.fill({ 'New goal: name': 'Mine', 'New goal': 'Signup' });
  await reader.click('Save');
  const conflict = reader.panel('Changed meanwhile');
  await reader.expectTexts(conflict.getByRole('group'), [
    'Name Yours: My Blog Theirs: Their Blog',
    'Group Yours: writing Theirs: nothing',
    'Time zone Yours: Europe/Paris Theirs: Asia/Tokyo',
    'Addresses of visitors Yours: as set for the service Theirs: truncated',
    'Pages that do not count Yours: nothing Theirs: /admin/*',
    'Goals: Theirs Yours: nothing Theirs: event:Paid',
  ]);
  expect(sitesNow()).toBe(theirs);
  await expectOpenToAll(reader);
  await conflict.getByRole('group', { name: 'Time zone' }).getByLabel('Theirs:').check();
  await reader.clickUntil('Save with these choices', 'Saved.');
  expect(sitesNow()).toBe(
    theirs
      .replace('Their Blog', 'My Blog')
      .replace('Theirs: event:Paid\n', 'Theirs: event:Paid\n      Mine: event:Signup\n'),
  );
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
  await reader.button('Site: My Blog').waitFor();
  expectRefusals(reader, 409);
});

test('a service that always finds another version is asked five times, and the reader told', async () => {
  const { reader, page } = await open('?site=blog&report=settings');
  let puts = 0;
  await reader.fill({ Name: 'Again' });
  await page.route('**/manage/v1/sites/blog', async (route) => {
    puts++;
    const { data: current } = Object(await (await fetch(route.request().url(), { headers })).json());
    await route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'Not now.', current } } });
  });
  await reader.clickUntil('Save', 'Not now.');
  expect(puts).toBe(5);
  expectRefusals(reader, 409);
});

test('whoever leaves settings that are not saved is asked first', async () => {
  const { reader, page } = await open('?site=blog&report=access');
  const asked: string[] = [];
  let leaves = false;
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`);
    void (leaves ? dialog.accept() : dialog.dismiss());
  });
  await page.getByRole('link', { name: 'Site settings' }).last().click();
  await reader.fill({ Name: 'Another' });
  await reader.follow('Overview');
  await page.goBack();
  await reader.click('More', 'Sign out');
  const question = 'confirm: Your changes are not saved. Leave anyway?';
  await eventually(async () => asked, Array(3).fill(question));
  const leaving = "const event = new Event('beforeunload', { cancelable: true }); !dispatchEvent(event)";
  expect(await page.evaluate(leaving)).toBe(true);
  expect(await reader.field('Name').inputValue()).toBe('Another');
  leaves = true;
  await reader.follow('Overview');
  await reader.expectFigures({ Pageviews: '5 from 1' });
  await page.goBack();
  // Typed while a save is under way.
  await reader.fill({ Name: 'The Second Blog' });
  await whileSaving(reader, page, () => reader.fill({ Group: 'others' }));
  expect(sitesNow()).toContain('The Second Blog');
  leaves = false;
  await reader.follow('Access');
  await eventually(async () => asked, Array(5).fill(question));
  await save(reader);
  await reader.follow('Access');
  await reader.expectParameter('report', 'access');
  expect(asked).toHaveLength(5);

  // Saved while another save is under way.
  await page.goBack();
  await reader.fill({ Name: 'The Third Blog' });
  await whileSaving(reader, page, async () => {
    await reader.fill({ Group: 'both' });
    await reader.click('Save');
  });
  await eventually(async () => ['The Third Blog', 'both'].every((text) => sitesNow().includes(text)), true);
});

test('files that cannot be written are shown, with their paths, and nothing to press', async () => {
  for (const file of [SITES_FILE, KEYS_FILE]) fs.chmodSync(file, 0o444);
  const refused: string[] = [];
  const { reader, page } = await open('?site=blog&report=settings');
  page.on('request', (request) => request.method() !== 'GET' && refused.push(request.url()));
  await reader.says(`${SITES_FILE} cannot be changed here: it is read-only.`);
  const name = reader.field('Name');
  expect([await name.isDisabled(), await name.inputValue()]).toEqual([true, 'The Blog']);
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await reader.follow('Access');
  await reader.says(`${KEYS_FILE} cannot be changed here: it is read-only.`);
  expect((await reader.rows('Keys')).length).toBe(3);
  expect(await page.getByRole('button', { name: /^(Revoke|Make)/ }).count()).toBe(0);
  await page.goto(`${service.url}/?site=fresh&report=settings`);
  await reader.says(`${SITES_FILE} cannot be changed here: it is read-only.`);
  expect(refused).toEqual([]);
  // A question stays in the browser, and says why.
  await page.goto(`${service.url}/?site=blog&report=explore&metrics=visitors`);
  await reader.enter('Save this question as', 'Mine');
  await reader.says(/^It is kept only in this browser: .*sites.yaml cannot be changed/);
  await reader.button('Delete Mine').waitFor();
  expectRefusals(reader, 404, 405);
});

test.each(['*', '@writing'])('a link without a key is not offered for the sites of %s', async (sites) => {
  const { reader } = await open(`?site=${sites}`);
  await reader.click('More');
  await reader.clickUntil('Share', 'Open a site, with a key');
});

test.each(['settings', 'access'])(
  'axe finds nothing in %s, in both themes, and a finger hits all of it on a phone',
  async (report) => {
    const { reader } = await open(`?site=blog&report=${report}`, 'boss', { hasTouch: true });
    await reader.says(report === 'access' ? 'Create the key' : 'Line for its pages');
    await expectOpenToAll(reader);
    await expectTouchable(reader);
    await reader.click('More', 'Share');
    await reader.says('Create the link');
    await expectOpenToAll(reader);
  },
);

/** A key of its own: the service reads the file again within ten seconds, and until then one that was revoked stays unknown. */
async function keyOf(name: string): Promise<string> {
  const body = JSON.stringify({ name, sites: ['blog'], rights: ['read', 'manage'] });
  const asked = await fetch(`${service.url}/api/manage/v1/keys`, { method: 'POST', headers, body });
  return Object(await asked.json()).data.key;
}

test('changes that are not saved wait for the next key when the session ends', async () => {
  const { reader, page } = await open('?site=blog&report=settings', await keyOf('brief'));
  const name = reader.field('Name');
  await name.fill('Kept');
  await reader.click('More', 'Share');
  const create = reader.button('Create the link');
  await create.waitFor();
  await fetch(`${service.url}/api/manage/v1/keys/brief`, { method: 'DELETE', headers });
  await create.click();
  await reader.expectText('[role=alert]:visible', 'The key is no longer valid.');
  expect(await name.isVisible()).toBe(false);
  await expectOpenToAll(reader);
  await reader.fill({ Key: 'boss' });
  await reader.click('Sign in');
  await eventually(() => page.title(), 'Site settings, The Blog');
  expect(await name.inputValue()).toBe('Kept');
  await save(reader);
  expect(sitesNow()).toContain('name: Kept');
});

test('a key that revokes itself warns first, and then leads to the sign-in page', async () => {
  const { reader, page } = await open('?site=blog&report=access', await keyOf('leaver'));
  const warnings: string[] = [];
  page.on('dialog', (dialog) => {
    warnings.push(dialog.message());
    void (warnings.length > 1 ? dialog.accept() : dialog.dismiss());
  });
  await reader.click('Revoke leaver', 'Revoke leaver');
  await reader.field('Key').waitFor();
  await reader.expectText('[role=alert]', 'The key is no longer valid.');
  expect(warnings).toEqual(Array(2).fill(expect.stringContaining('you will be signed out')));
  expect(keysNow()).toBe(keysText);
});
