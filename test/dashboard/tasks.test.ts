import { hoursAgo, minutesAgo, seen } from '../api/present.ts';
import { forAllTests, startDashboardService } from '../api/query-service.ts';
import { filesOf, hashed } from '../api/service-files.ts';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';
import { useReaders } from './stage.ts';
import { event, trafficOf } from './traffic.ts';

/** What people do every week, each in at most four actions from the overview on. The present is Saturday, 21 November 2026. */

const sitesText =
  'sites:\n  shop:\n    goals:\n      Read: page:/guide # the first\n  notes: { group: writing }\n';
const boss = { name: 'boss', sites: ['*'], rights: ['read', 'export', 'manage'] };
const files = filesOf({
  SITES_FILE: sitesText,
  KEYS_FILE: `keys:\n  - ${JSON.stringify(hashed([boss])[0])}\n`,
  ALERTS_FILE: 'alerts: {}\n',
});
const service = forAllTests(() => startDashboardService(files.env));
const came = (hours: number, more: object = {}) => seen(hoursAgo(hours), { site_id: 'shop', ...more });
const from = { country: 'DE', device_type: 'mobile', source: 'newsletter', utm_campaign: 'winter' };
const buyer = came(25, from);
const did = (ago: number, name: string, more: object) => ({ ...buyer, ...event(hoursAgo(ago), name, more) });
beforeAll(() =>
  service.insert([
    ...trafficOf('shop'),
    seen(minutesAgo(2), { site_id: 'notes', page_path: '/now' }),
    buyer,
    did(24.9, 'Purchase', { amount: '49.5', currency: 'EUR' }),
    did(24.8, 'Not found', { props: { path: '/gone' } }),
    came(4, { source: 'ChatGPT', medium: 'ai', page_path: '/guide' }),
    came(24 * 32, { source: 'Bing', medium: 'organic' }),
    came(24 * 364 + 2),
    { site_id: 'shop', pinged_at: hoursAgo(26), drop_reason: 'bot' },
  ]),
);
beforeEach(() => {
  for (const file of ['SITES_FILE', 'KEYS_FILE', 'ALERTS_FILE'] as const) files.write(file);
});
const open = useReaders();

/** Counts what somebody does: each click, each field that is filled in, each key and each choice. */
function counting(reader: Reader) {
  let actions = 0;
  /** @param count how many actions a call is: one for each argument by default */
  const counted =
    <Given extends unknown[], Found>(
      act: (...given: Given) => Promise<Found>,
      count?: (...given: Given) => number,
    ) =>
    (...given: Given): Promise<Found> => {
      actions += count ? count(...given) : given.length;
      return act(...given);
    };
  return {
    actions: () => actions,
    click: counted(reader.click),
    follow: counted(reader.follow),
    fill: counted(reader.fill, (texts) => Object.keys(texts).length),
    press: counted((key: string) => reader.press(key)),
    choose: counted(reader.choose, () => 1),
    save: counted((button: string) => reader.saved(button)),
  };
}
type Acting = ReturnType<typeof counting>;

/** A task: what somebody does, and how it is seen that it is done. */
const tasks: Record<string, (act: Acting, reader: Reader) => Promise<unknown>> = {
  async 'which pages grew most since last month'(act, reader) {
    await act.choose('Period', 'This month');
    await act.click('Change');
    const changes = reader.panel('Pages').locator('tbody .change');
    await reader.expectTexts(changes, ['+4', '+3']);
    await reader.expectRows('Pages', [/^\/guide /, /^\/ /]);
  },
  async 'visitors of a country on phones'(act, reader) {
    await act.click('Germany', 'Phone');
    await reader.expectFigures({ Visitors: '1 from 0' });
  },
  async 'which campaign brought purchases, with their revenue'(act, reader) {
    await act.click('Goal…');
    await act.fill({ Goal: 'Purchase' });
    await act.press('Enter');
    await act.click('Campaigns');
    await reader.expectRows('Sources', [/^spring /, /^winter .*€49\.50/]);
  },
  async 'a link of one site for a client'(act, reader) {
    await act.click('Share');
    await act.fill({ 'Whom it is for': 'Acme' });
    await act.click('Create the link');
    await reader.says('The link of Acme.');
    const [view = '', link = '', frame = ''] = await reader.texts('dialog .code code');
    expect(view).toBe(`${service.url}/?site=shop&period=7d&tz=Europe%2FAmsterdam`);
    expect(frame).toContain(`<iframe src="${link.replace('#', '&amp;embed=1#')}"`);
    expect(files.read('KEYS_FILE')).toMatch(/"?name"?: "?Acme"?/);
    const client = await open(link);
    await client.expectText('.top .only-site', 'shop');
    expect(new URL(client.page.url()).hash).toBe('');
    await client.clickUntil('Share', 'Open a site, with a key');
    expect(await client.page.getByLabel('Site settings').count()).toBe(0);
  },
  async 'the sources of last month as a file'(act, reader) {
    await act.choose('Period', 'Last month');
    await reader.expectRows('Sources', [/^Bing/]);
    const [name, text] = await act.save('Download sources as CSV');
    expect(name).toBe('shop-sources-2026-10-01-2026-10-31.csv');
    expect(text).toContain('"Bing","organic",1,');
  },
  async 'whether a drop of yesterday is real'(act, reader) {
    await act.choose('Period', 'Yesterday');
    const account = reader.panel('Data received').locator('dl');
    await reader.expectText(account, 'Received 7 Counted 6 85.7% Dropped: bots 1 14.3%');
  },
  async 'this week against the same week of last year'(act, reader) {
    await act.choose('Compare with', 'vs. last year');
    await reader.expectText('.legend', /vs\. Sun,? 16 .* Sat,? 22 Nov 2025/);
    await reader.expectFigures({ Pageviews: '7 from 1' });
  },
  async 'pages that were not found'(act, reader) {
    await act.click('Properties of Not found', /^path/);
    await reader.expectRows('Events', ['/gone | 1 | 1']);
  },
  async 'what AI assistants send, and to which pages'(_, reader) {
    await reader.expectText(reader.panel('AI assistants'), /ChatGPT .*\/guide /);
  },
  async 'a goal that is kept by a name'(act, reader) {
    await act.follow('Site settings');
    await act.fill({ 'New goal: name': 'Signed up', 'New goal': 'Signup' });
    await act.click('Save');
    await reader.says('Saved.');
    const goals = sitesText.replace('# the first\n', '# the first\n      Signed up: event:Signup\n');
    expect(files.read('SITES_FILE')).toBe(goals);
    await reader.follow('Overview');
    await reader.click('Goal…');
    await reader.choose('Goal: what it is', 'Goal of the site');
    await reader.enter('Goal', 'Signed up');
    await reader.expectParameter('goal', 'event:Signup');
  },
  async 'a funnel that is kept by a name'(act, reader) {
    await act.follow('Funnel');
    await act.click(/^\/ → Purchase/);
    await act.fill({ 'Save this funnel as': 'To read' });
    await act.press('Enter');
    await reader.button('Delete To read').waitFor();
    expect(files.read('SITES_FILE')).toMatch(/ {4}funnels:\n {6}To read: \[page:\/, event:Purchase/);
    await reader.click('Delete To read');
    await eventually(async () => files.read('SITES_FILE'), sitesText);
  },
  async 'an alert when half of the visitors are missing'(act, reader) {
    await act.follow('Site settings', 'Alerts');
    await act.fill({ To: 'https://hooks.example/x' });
    await act.click('Save');
    await reader.says('shop 50 percent down is saved.');
    expect(files.read('ALERTS_FILE')).toContain('when: change\n    threshold: -50');
  },
  async 'another alert, to the same address'(act, reader) {
    const quiet = { sites: ['shop'], when: 'silent', to: 'https://hooks.example/y' };
    files.write('ALERTS_FILE', `alerts: ${JSON.stringify({ Quiet: quiet })}\n`);
    await act.follow('Site settings', 'Alerts');
    await act.click('New alert', 'Save');
    await reader.says('shop 50 percent down is saved.');
    expect(files.read('ALERTS_FILE').match(/hooks\.example\/y/g)).toHaveLength(2);
  },
  async 'another site'(act, reader) {
    await act.follow('Tallyhouse, all sites', 'Add a site');
    await act.fill({ Id: 'new.example' });
    await act.click('Add the site');
    await reader.expectText(reader.heading(), 'Settings of new.example');
    expect(files.read('SITES_FILE')).toBe(`${sitesText}  new.example: {}\n`);
  },
  async 'a key for a colleague'(act, reader) {
    await act.follow('Site settings', 'Access');
    await act.fill({ 'Whom or what it is for': 'Ann' });
    await act.click('Create the key');
    await reader.says('The key of Ann.');
  },
  async 'the time zone of a site'(act, reader) {
    await act.follow('Site settings');
    await act.fill({ 'Time zone': 'Asia/Tokyo' });
    await act.click('Save');
    await reader.says('Saved.');
    expect(files.read('SITES_FILE')).toContain('timezone: Asia/Tokyo');
  },
  async 'who is there now'(act, reader) {
    await act.follow('Realtime');
    await reader.expectText(reader.heading(), 'Realtime');
  },
  async 'a note about a release'(act, reader) {
    await act.press('+');
    await act.fill({ Text: 'v2.3 released', Time: '2026-11-20T12:30' });
    await act.click('Add');
    await reader.expectText('.notes p', /^Note · Fri,? 20 Nov 2026(,| at) 12:30 · shop v2.3 released$/);
    await eventually(() => reader.page.locator('.marker').count(), 1);
  },
};

test.each(Object.entries(tasks))('%s', async (_, task) => {
  const reader = await open.look(`${service.url}/?site=shop&tz=Europe%2FAmsterdam#key=boss`);
  await reader.settled();
  const acting = counting(reader);
  await task(acting, reader);
  expect(acting.actions()).toBeLessThanOrEqual(4);
  // It must not ask for an entry that the next test takes away.
  await reader.go('?done');
});
