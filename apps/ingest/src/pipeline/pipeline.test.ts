import { randomBytes } from 'node:crypto';
import { type ListedSites, noSites } from '@tallyhouse/sites';
import { noon, sender as somebody } from './arrival-under-test.ts';
import { dropBots } from './bot.ts';
import { createCrawlHashes } from './crawls/hashes.ts';
import { locate, toPlace } from './geoip.ts';
import { identify } from './identity/identity.ts';
import { createPingIds } from './identity/ping-id.ts';
import { drop } from './outcome.ts';
import { createPipeline } from './pipeline.ts';
import { knownSites } from './site.ts';
import { startingFrom } from './steps.ts';
import { readUserAgent, toDevice } from './user-agent.ts';
import type { Validated } from './validate.ts';

const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; rv:140.0) Gecko/20100101 Firefox/140.0';
const sender = { ...somebody, address: '203.0.113.9', userAgent };

const place = { city: 'Zeist', latitude: 52, longitude: 5 };
const run = createPipeline({
  sites: ['blog'],
  sitesNow: () => noSites,
  excludedIps: ['192.0.2.0/24'],
  ipStorage: 'truncated',
  coordinates: true,
  dropsGpc: true,
  dropsDatacentres: true,
  referrerQuery: 'strip',
  readGeo: (ip) => (ip === '203.0.113.9' ? { ...place, country_code: 'NL', state1: 'Utrecht' } : null),
  identify: identify('a secret for tests', randomBytes),
  pingId: createPingIds(randomBytes),
  hashes: createCrawlHashes('a secret for tests'),
});

test('place and visitor see the whole address, the row its network', () => {
  const rows = ['203.0.113.9', '203.0.113.10'].map((address) => {
    const outcome = run({ entry: { page_path: '/' }, sender: { ...sender, address } });
    return outcome.kind === 'ok' ? outcome.value : undefined;
  });
  expect(rows.map((row) => row?.ip)).toEqual(['203.0.113.0', '203.0.113.0']);
  expect(rows).toMatchObject([
    { ...place, country: 'NL', region: 'Utrecht' },
    { country: '', region: '', city: '', latitude: null, longitude: null },
  ]);
  expect(rows[0]?.visitor_id).not.toBe(rows[1]?.visitor_id);
});

test('an opened mail is of nobody: address and user agent are those of a proxy', () => {
  const by = { ...sender, userAgent: 'YahooMailProxy; https://help.yahoo.com/', pixel: true };
  const outcome = run({ entry: { site_id: 'blog', type: 'event', event: 'Opened' }, sender: by });
  const nobody = '00000000-0000-0000-0000-000000000000';
  const row = { event: 'Opened', visitor_id: nobody, session_id: nobody };
  expect(outcome).toMatchObject({ kind: 'ok', value: row });
});

test.each([
  ['bot', {}, { userAgent: '' }],
  ['spam_referrer', { referrer: 'https://semalt.com/' }, {}],
  ['excluded_ip', {}, { address: '192.0.2.1' }],
  ['gpc', {}, { gpc: true }],
  ['datacentre', {}, { address: '35.184.0.7' }],
  ['unknown_site', { site_id: 'shop' }, {}],
])('a ping may be dropped as %s, and has a row that says so', (reason, said, by) => {
  const entry = { page_path: '/', site_id: 'blog', ...said };
  const row = { site_id: entry.site_id, received_at: noon, page_path: '', ip: '', drop_reason: reason };
  expect(run({ entry, sender: { ...sender, ...by } })).toMatchObject({ kind: 'drop', reason, row });
});

test('a step in the wrong place does not compile', () => {
  const validated = startingFrom<Validated & { ip: string }>();
  validated.step(dropBots()).step(readUserAgent());
  // @ts-expect-error nobody has found the user agent yet
  validated.step(readUserAgent()).step(dropBots());
});

describe('sites', () => {
  const ping = (site_id: string) => ({ ping: { site_id }, sender: { keyed: false } });
  const any = { takes: () => true };
  const files = (accept: ListedSites['accept'], id: string): ListedSites => {
    return { ...noSites, accept, sites: new Map([[id, {}]]) };
  };

  test('only sites of SITES are known', () => {
    const step = knownSites(['blog', 'shop'], () => files('any', 'Shop'), any);
    expect(step(ping('shop'))).toMatchObject({ kind: 'ok' });
    expect(step(ping('Shop'))).toEqual(drop('unknown_site'));
  });

  test('with accept: listed only sites of the file are known, as it is now', () => {
    let now = files('listed', 'blog');
    const step = knownSites([], () => now, any);
    const kinds = () => ['blog', 'shop'].map((site) => step(ping(site)).kind);
    expect(kinds()).toEqual(['ok', 'drop']);
    now = files('listed', 'shop');
    expect(kinds()).toEqual(['drop', 'ok']);
    now = files('any', 'shop');
    expect(step(ping('blog'))).toMatchObject({ kind: 'ok', value: { rules: undefined } });
  });
});

describe('user agents', () => {
  const chrome = (system: string, name: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${name} Safari/537.36`;
  const webkit = (system: string, name: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${name}`;
  const iphone = (version: string, name: string) =>
    webkit(`iPhone; CPU iPhone OS ${version} like Mac OS X`, `${name} Mobile/15E148 Safari/604.1`);
  const playStation = webkit('PlayStation; PlayStation 5/2.26', 'Version/13.0 Safari/605.1.15');
  const duckDuckGo = chrome('Linux; Android 13', 'Version/4.0 Chrome/120.0.0.0 DuckDuckGo/5');
  const oldOpera = (system: string) => `Opera/9.80 (${system}) Presto/2.12.423`;

  test.each([
    [chrome('Windows NT 10.0; Win64; x64', 'Chrome/144.0.0.0'), 'Chrome 144.0, Windows 10, desktop'],
    [iphone('17_5_1', 'Version/17.5'), 'Mobile Safari 17.5, iOS 17.5.1, mobile'],
    [iphone('18_6', 'Version/26.1'), 'Mobile Safari 26.1, iOS 26.1, mobile'],
    [iphone('18_7', 'CriOS/144.0.7390.41'), 'Chrome 144.0, iOS 18.7, mobile'],
    [chrome('Linux; Android 13; SM-X906C', 'Chrome/120.0.0.0'), 'Chrome 120.0, Android 13, tablet'],
    [playStation, 'Safari 13.0, PlayStation 5, console'],
    [chrome('SMART-TV; Linux; Tizen 6.0', 'SamsungBrowser/2.1 TV'), 'Samsung Internet 2.1, Tizen 6.0, tv'],
    [duckDuckGo, 'DuckDuckGo 5, Android 13, tablet'],
    [oldOpera('Android; Opera Mini/36.2.2254/119.132; U; id'), 'Opera Mini 36.2, Android , mobile'],
    [oldOpera('J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en'), 'Opera Mini 7.1,  , mobile'],
  ])('%s is %s', (userAgent, known) => {
    const { browser, browser_version, os, os_version, device_type } = toDevice(userAgent);
    expect(`${browser} ${browser_version}, ${os} ${os_version}, ${device_type}`).toBe(known);
  });

  test.each(['', 'nonsense'])('nothing is known by %j', (userAgent) => {
    const nothing = { browser: '', browser_version: '', os: '', os_version: '', device_type: '' };
    expect(toDevice(userAgent)).toEqual(nothing);
  });
});

describe('places', () => {
  const unknown = { country: '', region: '', city: '', latitude: null, longitude: null };

  const london = { city: 'London', latitude: 51.5, longitude: -0.1 };
  const munich = { latitude: 48.1, longitude: 11.6 };
  const geoip2 = {
    city: { geoname_id: 1, names: { de: 'München', en: 'Munich' } },
    country: { iso_code: 'DE', names: { en: 'Germany' } },
    subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria' } }, { names: { en: 'Upper Bavaria' } }],
    location: munich,
  };
  const dbIp = { ...london, country_code: 'GB', state1: 'England', timezone: '' };
  test.each([
    ["DB-IP's", dbIp, { ...london, country: 'GB', region: 'England' }],
    ["GeoIP2's", geoip2, { country: 'DE', region: 'Bavaria', city: 'Munich', ...munich }],
  ])('a record in %s shape', (_, record, place) => {
    expect(toPlace(Object.freeze(record))).toEqual(place);
  });

  const mistyped = { country: { iso_code: 7 }, location: { latitude: 'x' } };
  test.each([null, undefined, {}, 'text', { country_code: 'ZZ' }, mistyped])('%j says nothing', (record) => {
    expect(toPlace(record)).toEqual(unknown);
  });

  test('private addresses and tunnels are not looked up, others are', () => {
    const asked: string[] = [];
    const step = locate((ip) => {
      asked.push(ip);
      return ip === '192.0.2.1' ? { country_code: 'NL' } : null;
    });
    const placeOf = (ip: string) => {
      const outcome = step({ ip });
      return outcome.kind === 'ok' && outcome.value.place;
    };
    const hidden = ['192.168.1.1', '::1', '', '2002:5b41:101::1', '2001:0:53aa:64c::1', '2001::1'];
    expect(hidden.map(placeOf)).toEqual(hidden.map(() => unknown));
    const open = ['192.0.2.1', '192.0.2.2', '2001:4860::1'];
    expect(open.map(placeOf)).toEqual([{ ...unknown, country: 'NL' }, unknown, unknown]);
    expect(asked).toEqual(open);
  });
});
