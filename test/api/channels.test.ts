import { eventually } from '../harness/eventually.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';
import { filesOf } from './service-files.ts';

/** As many rules as a file may have, each of a site of its own, and the rules under test. */
const manySites = Array.from({ length: 48 }, (_, site) => {
  const rules = [...Array(10).keys()].map((n) => `{ name: "R ${site} ${n}", source: [x, "/^${site}/"] }`);
  return `  many-${site}: { channels: [${rules.join(', ')}] }\n`;
}).join('');
/** Expressions that a file may have, so ClickHouse has to accept them. */
const odd =
  String.raw`a{1,100}b*?c+? [^\w\s.-]{9} \bx\B a||(?:b)? [\]a\-z]x \/x 日本{2} .{99} (?:x(y{9}){9}){9}`
    .concat(` (?:${'[^a]'.repeat(40)}){99}`)
    .split(' ');
const rules = (name: string) => `
defaults:
  channels: [{ name: Everywhere, campaign: "/^all-(\\\\d{2}|x)$/" }]
sites:
  own:
    channels:
      - { name: ${name}, source: [GOOGLE, ärzte-straße], medium: organic }
      - { name: "it's \\\\ =1+1", source: "/partner|^ÄRZTE/" }
  same: { channels: [{ name: Everywhere, campaign: "/^all-(\\\\d{2}|x)$/" }] }
  odd: { channels: ${JSON.stringify(odd.map((text, index) => ({ name: `Odd ${index}`, source: `/${text}/` })))} }
${manySites}`;
const files = filesOf({ SITES_FILE: rules('Search') });

const service = forAllTests(() => startQueryService(files.env));

/** Source, medium and campaign as ingest stores them, and the expected channel. */
const groups = `
Direct | none | | Direct
direct | (none) | | Direct
Direct | email | | Email
Direct | none | Cross-network 1 | Direct
Google | cpc | pmax-Cross-Network | Cross-network
Amazon | cpc | | Paid Shopping
ebay.co.uk | paid | | Paid Shopping
Google | paid | Spring Shop | Paid Shopping
Google | cpc | workshop | Paid Search
Google | paid | bishopping | Paid Shopping
Google | paid | | Paid Search
bing | PPC | | Paid Search
Facebook | paid_social | | Paid Social
Hacker News | retargeting | | Paid Social
YouTube | cpv | | Paid Video
TikTok | cpm | | Paid Video
ads.example | cpm | | Display
ads.example | banner | | Display
Taboola | paid | | Paid Other
ads.example | xcpx | | Paid Other
etsy.com | referral | | Organic Shopping
news.example | email | shopping | Organic Shopping
Facebook | referral | | Organic Social
forum.example | sm | | Organic Social
YouTube | video | | Organic Video
blog.example | video-ads | | Organic Video
Google | organic | | Organic Search
search.example | organic | | Organic Search
Gmail | email | | Email
e-mail | none | | Email
partner.example | affiliate | | Affiliates
ChatGPT | ai | | AI Assistants
blog.example | referral | | Referral
GitHub | code | | Referral
BBC | news | | Referral
podcast.example | audio | | Audio
sms | none | | SMS
shop.example | sms | | SMS
app.example | web-push | | Mobile Push Notifications
app.example | Mobile | | Mobile Push Notifications
firebase | none | | Mobile Push Notifications
| | | Other
x.example | none | | Other`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));

/** The same for visits to the sites with rules. */
const visits = [
  ['Google', 'organic', ''],
  ['ÄRZTE-STRASSE', 'organic', ''],
  ['Ärzte', 'referral', ''],
  ['a-Partner.example', 'referral', 'all-12'],
  ['Direct', 'none', 'ALL-x'],
  ['Direct', 'none', ''],
];

beforeAll(async () => {
  const rows = (site_id: string, table: string[][]) =>
    table.map(([source = '', medium = '', utm_campaign = ''], index) =>
      seen(hoursAgo(5) + index, { site_id, source, medium, utm_campaign }),
    );
  const own = rows('own', visits);
  await service.insert([
    ...rows('groups', groups),
    ...['plain', 'same', 'many-3', 'odd'].flatMap((site) => rows(site, visits)),
    ...own,
    // One event in the first session, and one without a session.
    ...own.slice(0, 1).map((row) => ({ ...row, event: 'Signup' })),
    { ...seen(hoursAgo(4)), site_id: 'own', event: 'Signup' },
  ]);
});

test('sessions have the default channel of their source, medium and campaign', async () => {
  const { text } = await service.download('sessions', { site_id: 'groups', columns: 'all', format: 'jsonl' });
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = rows.map((row) => [row.referrer_source, row.referrer_medium, row.utm_campaign, row.channel]);
  expect(found).toEqual(groups);
  const { text: csv } = await service.download('sessions', { site_id: 'groups', columns: 'all' });
  expect(csv.split('\n')[0]).toContain(',"channel"');
});

async function channelsOf(site_id: string) {
  const rows = await service.rows('/breakdown', { site_id, dimension: 'channel', limit: '100' });
  return Object.fromEntries(rows.map(({ value, visits }) => [value, visits]));
}

test.each<[string, Record<string, number>]>([
  ['own', { Search: 2, "it's \\ =1+1": 2, Direct: 2 }],
  ['plain', { Everywhere: 2, 'Organic Search': 2, Referral: 1, Direct: 1 }],
  ['own,plain', { Search: 2, "it's \\ =1+1": 2, Direct: 3, Everywhere: 2, 'Organic Search': 2, Referral: 1 }],
  ['plain,same', { Everywhere: 4, 'Organic Search': 4, Referral: 2, Direct: 2 }],
  ['odd', { 'Odd 3': 6 }],
  ['many-3', { Direct: 2, 'Organic Search': 2, Referral: 2 }],
])('the rules of %s come first', async (site, expected) => {
  expect(await channelsOf(site)).toEqual(expected);
});

const ofSearch = { filter: 'channel:Search' };
const goal = 'event:Signup';
const reached = [{ goal, conversions: 1 }];

test.each<[string, Record<string, string | string[]>, object]>([
  ['/overview', ofSearch, { pageviews: 2, sessions: 2 }],
  ['/overview', { filter: ['channel~search', 'channel!:Direct'], site_id: 'own,plain' }, { sessions: 4 }],
  ['/overview', { filter: 'channel:', site_id: '*' }, { sessions: 0 }],
  ['/pages', { filter: "channel~IT'S" }, [{ page_path: '/', views: 2 }]],
  ['/events', ofSearch, [{ event: 'Signup', events: 1 }]],
  ['/events', { filter: 'channel:' }, [{ event: 'Signup', events: 1 }]],
  ['/events', { filter: ['channel!:Direct', 'channel!:Search'] }, [{ event: 'Signup', events: 1 }]],
  ['/sources', { ...ofSearch, goal }, [{ source: 'Google' }, { source: 'ÄRZTE-STRASSE' }]],
  ['/breakdown', { ...ofSearch, dimension: 'channel', goal }, [{ value: 'Search', goals: reached }]],
  ['/funnel', { ...ofSearch, step: ['page:/', goal] }, [{ entered: 2 }, { entered: 1 }]],
])('%s counts sessions of a channel: %j', async (path, parameters, expected) => {
  expect(await service.data(path, { site_id: 'own', ...parameters })).toMatchObject(expected);
});

test('many filters on channels of many sites, whose rules differ, are no query too large', async () => {
  const filter = Array.from({ length: 20 }, (_, index) => `channel!:${index}`);
  const site_id = ['own', 'plain', ...Array.from({ length: 48 }, (_, site) => `many-${site}`)].join();
  expect(await service.data('/events', { site_id, filter })).toMatchObject([{ events: 2 }]);
  const asked = { site_id, filter, dimension: 'channel', compare: 'previous', limit: '1' };
  expect(await service.rows('/breakdown', asked)).toMatchObject([{ value: 'Direct', visits: 5 }]);
});

test('changed rules hold for all history', async () => {
  for (const name of ['Found', 'Search']) {
    files.write('SITES_FILE', rules(name));
    await eventually(() => channelsOf('own'), { [name]: 2, "it's \\ =1+1": 2, Direct: 2 });
  }
});
