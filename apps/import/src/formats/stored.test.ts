import { readFileSync } from 'node:fs';
import { arrived } from '@tallyhouse/ingest/arrival-under-test';
import { applyPageRules, siteRules } from '@tallyhouse/ingest/pipeline';
import { noSites } from '@tallyhouse/sites';
import type { Row } from '../format.ts';
import { agent, matomoSides, readerOf, reading, recordOf, type Site, stored } from './record-under-test.ts';

/** What ingest takes of a record of each format: a row by its columns, or a line. */

const asked = { time_iso8601: '2026-11-20T09:00:00Z', request_method: 'GET', remote_addr: '192.0.2.1' };
const json = (members: object) =>
  JSON.stringify({ ...asked, status: 200, http_user_agent: agent, ...members });
const line = (before: string, identity = '-', request = 'GET /a HTTP/1.1') =>
  `${before}192.0.2.1 ${identity} - [20/Nov/2026:09:00:00 +0000] "${request}" 200 5 "-" "${agent}"`;
const caddy = (host: string, remote_addr = '') => {
  const request = { host, remote_addr, uri: '/a', method: 'GET', headers: { 'User-Agent': [agent] } };
  return JSON.stringify({ ts: 1_795_262_400, status: 200, request });
};
const escapedAgent = agent.replaceAll(' ', '%20');
const cloudfront = (host: string, asked: string) =>
  `2026-11-20 09:00:00 X 5 192.0.2.1 GET ${host} /a 200 - ${escapedAgent} - - Hit - ${asked}`.replaceAll(
    ' ',
    '\t',
  );

const hostless = ['- ', '-:443 ', '*:443 ', '_ ', '~^www '].map((host) => line(host));
const users = ['frank', 'frank.smith', 'ann@b.example', '192.0.2.7'].map((user) => line('', user));

test.each<[string, Row | string, expected: string, Site?, Record<string, Row>?]>([
  ['umami', {}, 'b.example'],
  ['umami', { hostname: '' }, 'a.example'],
  ['plausible', {}, 'b.example'],
  ['plausible', { hostname: '(none)' }, 'a.example'],
  // It cuts www. off.
  ['plausible', {}, 'www.b.example', { own: ['a.example', 'www.b.example'] }],
  ['plausible', {}, 'b.example', { own: ['www.b.example', 'b.example'] }],
  ['goatcounter', {}, 'a.example'],
  ['tallyhouse', {}, 'a.example'],
  ['tallyhouse', {}, 'b.example', { own: ['a.example'] }, { s: { hostname: 'b.example' } }],
  ['combined', line('b.example:443 '), 'b.example'],
  ['combined', line('b.example '), 'b.example', { own: ['a.example', 'b.example'] }],
  ['combined', line('bücher.example '), 'xn--bcher-kva.example'],
  ...[...hostless, ...users].map((text): [string, string, string] => ['combined', text, 'a.example']),
  ['combined', line('[2001:DB8::5]:443 '), '[2001:db8::5]'],
  ['combined', line(''), 'a.example'],
  ['combined', line(''), 'c.example', { own: ['*.a.example', 'c.example'] }],
  ['combined', line('', 'b.example'), 'b.example'],
  ['combined', line('', 'b.co.uk:443'), 'b.co.uk'],
  // The first of two addresses is the client, unless hosts come first in the file.
  ['combined', `${line('- ')}\n${line('203.0.113.9 ')}`, 'a.example'],
  ['combined', `${line('b.example ')}\n${line('203.0.113.9 ')}`, '203.0.113.9'],
  ['combined', line('b.example ', '-', 'GET http://c.example/a HTTP/1.1'), 'c.example'],
  ['nginx-json', json({ host: 'b.example:8443', request_uri: '/a' }), 'b.example'],
  ['nginx-json', json({ host: '', http_host: '-', server_name: '_', request_uri: '/a' }), 'a.example'],
  ['nginx-json', json({ server_name: '*.b.example', request_uri: '/a' }), 'a.example'],
  ['caddy-json', caddy('b.example:443'), 'b.example'],
  ['caddy-json', caddy(''), 'a.example'],
  ['cloudfront', cloudfront('d1.cloudfront.net', 'b.example'), 'b.example'],
  ['cloudfront', cloudfront('D1.CloudFront.net', '-'), 'a.example'],
  ['cloudfront', cloudfront('b.example', '-'), 'b.example'],
])('%s %j: the host is %s', (format, record, hostname, site = { own: ['a.example'] }, sides = {}) => {
  expect(stored(format, record, site, sides).hostname).toBe(hostname);
  const [own] = site.own ?? [];
  if (site.own?.length === 1 && own)
    expect(stored(format, record, { host: own }, sides).hostname).toBe(hostname);
});

test.each([
  ['192.0.2.7:5123', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[2001:DB8::5]:443', '2001:db8::5'],
  ['unix:', undefined],
])('the address of %s is %s', (written, ip) => {
  for (const before of ['', 'b.example '])
    expect(stored('combined', line(before).replace('192.0.2.1', written)).ip).toBe(ip);
  expect(stored('nginx-json', json({ request_uri: '/a', remote_addr: written })).ip).toBe(ip);
  expect(stored('caddy-json', caddy('', written)).ip).toBe(ip);
});

test('nginx-json: the log_format of the guide has a request whose client left before an answer', () => {
  const guide = readFileSync('docs/guides/import.md', 'utf8');
  const [, parts = ''] = /^log_format json escape=json (.*?);$/ms.exec(guide) ?? [];
  const text = Object.entries({ ...asked, status: '000' }).reduce(
    (format, [name, value]) => format.replaceAll(`$${name}`, value),
    parts.replaceAll(/'\s*'|^'|'$/g, ''),
  );
  expect(reading('nginx-json', text)).toMatchObject({ kind: 'skip', reason: 'not answered' });
});

test('goatcounter: rows of a site without sessions are a visit each', () => {
  const zeros = '00000000-0000-0000-0000-000000000000';
  const visits = ['/a', '/b'].flatMap((path) => {
    const { visit, visitor } = recordOf('goatcounter', { '2Path': path, Session: zeros });
    return [visit, visitor];
  });
  expect(new Set(visits).size).toBe(2);
});

test('plausible: an amount is the JSON number of its text or refused, and never cut', () => {
  const amount = (revenue_source_amount: string) => {
    const sale = { name: 'Purchase', revenue_source_amount, revenue_source_currency: 'EUR' };
    return stored('plausible', sale).revenue?.amount;
  };
  const [exact, tooLong] = ['12345678901234.5678', '123456789012345'];
  const amounts = ['1e3', '-1.5E1', `${exact}9`, '0.000'].map(amount);
  expect(amounts).toEqual(['1000.0000', '-15.0000', exact, undefined]);
  for (const text of [tooLong, '1e15', '1,000', 'abc']) expect(() => amount(text)).toThrow('revenue.amount');
});

test.each([
  ["['a','b','c']", "['it\\'s','x\\ny\\tz','\\\\']", { a: "it's", b: 'x\ny\tz', c: '\\' }, []],
  ['["a","b"]', '["x\\ny",""]', { a: 'x\ny', b: '' }, []],
  ['["a"', '["x', {}, []],
  ['["a","b"]', '["x",{"toString":1}]', { a: 'x', b: '' }, []],
  ["['a']", `['${'é'.repeat(501)}']`, { a: expect.any(String) }, [expect.stringMatching('500')]],
])('plausible: the properties %s are %s', (keys, values, props, lost) => {
  const read = reading('plausible', { name: 'Buy', 'meta.key': keys, 'meta.value': values });
  expect(read).toMatchObject({ record: { ping: { props } }, lost });
});

test.each([
  [
    { 30: { name: 'é'.repeat(501) }, 31: { name: 'Play' } },
    { category: expect.any(String), value: '1.5' },
  ],
  [{ 10: { name: 'é'.repeat(501), type: '2', url_prefix: '2' } }, { url: expect.any(String) }],
])('matomo: the properties that are cut are counted', (names, props) => {
  const row = { idaction_event_category: '30', idaction_event_action: '31', custom_float: '1.50' };
  const read = reading('matomo', row, {}, { ...matomoSides(''), ...names });
  expect(read).toMatchObject({ record: { ping: { props } }, lost: [expect.stringContaining('500')] });
});

test('matomo: an event whose value is no number is counted as such', () => {
  const row = { idaction_event_action: '31', custom_float: '1,5' };
  const read = reading('matomo', row, {}, { ...matomoSides(''), 31: { name: 'Play' } });
  expect(read).toEqual({ kind: 'skip', reason: 'a custom_float that is no number' });
});

test('plausible: a row of CSV and of Parquet is the same record', () => {
  const rows = [`['it\\'s "x"','a\\nb']`, String.raw`["it's \"x\"","a\nb"]`, `["it's","a"]`];
  const keys = rows.map((values) => recordOf('plausible', { name: 'Buy', 'meta.value': values }).key);
  expect(keys).toEqual([keys[1], keys[0], expect.not.stringContaining(keys[0] ?? '')]);
});

test('plausible: properties of page views are counted as left out', () => {
  const read = reading('plausible', { 'meta.key': "['author','tag']", 'meta.value': "['x','y']" });
  expect(read).toMatchObject({ lost: Array(2).fill('a property of a page view') });
});

test('tallyhouse: the coordinates of a session are read, and a missing one is unknown', () => {
  const known = (latitude: string, longitude: string) =>
    recordOf('tallyhouse', {}, {}, { s: { latitude, longitude } }).known;
  expect(known('-33.87', '151.2')).toMatchObject({ latitude: -33.87, longitude: 151.2 });
  expect(known('', 'east')).toMatchObject({ latitude: null, longitude: null });
});

test('tallyhouse: a row of another site is unreadable', () => {
  const read = readerOf('tallyhouse');
  const kinds = ['a', 'a', 'b'].map((site_id) => read({ site_id }).kind);
  expect(kinds).toEqual(['record', 'record', 'unreadable']);
});

const anySite = siteRules(() => ({ ...noSites, sites: new Map([['any', {}]]) }))('any');
const tags = 'utm_source=letter&utm_medium=email';
test.each<[string, Row, path: string, source?: string]>([
  ['umami', { url_path: '/start#install', url_query: tags }, '/start', 'letter'],
  ['umami', { url_path: '/start#install', url_query: tags, hostname: '' }, '/start', 'letter'],
  ['umami', { url_path: '/', utm_source: 'column' }, '/', 'column'],
  ['umami', { url_path: '/#/cart' }, '/#/cart'],
  ['umami', { url_path: '/#/cart#sizes' }, '/#/cart'],
  ['umami', { url_path: '/app#!/pay?step=2', url_query: tags }, '/app#!/pay', 'letter'],
  ['umami', { url_path: '/c%23/why%3F' }, '/c#/why?'],
  ['umami', { url_path: '/100%/ü/' }, '/100%/ü'],
  ['plausible', { pathname: '/#/cart' }, '/#/cart'],
  ['plausible', { pathname: '/#/cart#sizes?x' }, '/#/cart'],
  ['plausible', { pathname: '/#cart?x=1', utm_source: 'letter' }, '/#cart', 'letter'],
  ['plausible', { pathname: '/why?' }, '/why?'],
  ['plausible', { pathname: '/a%20b' }, '/a%20b'],
  ['plausible', { pathname: '//a\\b/../c' }, '//a\\b/../c'],
  ['goatcounter', { '2Path': `/a?${tags}` }, '/a', 'letter'],
  ['goatcounter', { '2Path': `/caf%C3%A9?${tags}#/cart?x=1` }, '/café#/cart', 'letter'],
  ['tallyhouse', { page_path: '/#/cart' }, '/#/cart'],
  ['tallyhouse', { page_path: '/index.php?p=2' }, '/index.php?p=2'],
  ['tallyhouse', { page_path: '/100%25' }, '/100%25'],
])('%s %j: the page is %s', (format, row, page_path, utm_source = '') => {
  for (const host of ['a.example', undefined])
    expect(stored(format, row, { host })).toMatchObject({ page_path, utm_source });
});

test.each<[string, Row, path: string]>([
  ['umami', { url_query: 'x=1&p=2' }, '/a?p=2'],
  ['goatcounter', { '2Path': '/a?x=1&p=2#b' }, '/a#b?p=2'],
])('%s %j: a parameter that the sites file keeps is kept', (format, row, page_path) => {
  if (anySite === undefined) throw new Error('no rules');
  const rules = { ...anySite, queryParameters: ['p'] };
  for (const host of ['a.example', '']) {
    const ping = stored(format, { ...row, hostname: '' }, { host });
    expect(applyPageRules()({ ping, rules })).toMatchObject({ value: { ping: { page_path } } });
  }
});

test.each([
  [`https://b.example/a?${tags}#/cart`, '/a#/cart', 'b.example'],
  ['https://b.example/c%23?x#top', '/c##top', 'b.example'],
  ['http://b.example', '/', 'b.example'],
  ['/a#b', '/a#b', 'a.example'],
])('matomo %s: the page is %s', (address, page_path, hostname) => {
  const ping = stored('matomo', {}, { host: 'a.example' }, matomoSides(address));
  expect(ping).toMatchObject({ page_path, hostname });
});

const nobody = [undefined, '', '-', 'dsl.example'].map((ip) => json({ request_uri: '/a', remote_addr: ip }));
test.each<[string, Row | string, Record<string, Row>?]>([
  ['umami', { url_path: '' }],
  ['plausible', { pathname: '' }],
  ['plausible', { pathname: '', name: 'engagement' }],
  ['matomo', {}, matomoSides('')],
  ['goatcounter', { '2Path': '' }],
  ['tallyhouse', { page_path: '' }],
  ['combined', line('', '-', 'GET  HTTP/1.1')],
  ['nginx-json', json({ request: 'GET' })],
  ['nginx-json', json({ request: 'GET https:///a HTTP/2.0' })],
  ['caddy-json', caddy('b.example').replace('"/a"', '"http:///a"')],
  ...nobody.map((text): [string, string] => ['nginx-json', text]),
  ['caddy-json', caddy('b.example').replace('remote_addr', 'nobody')],
])('%s %j is no page', (format, record, sides = {}) => {
  expect(['skip', 'unreadable']).toContain(reading(format, record, { host: 'a.example' }, sides).kind);
});

test('an address without a host is refused: a parser would take the begin of its path for one', () => {
  for (const name of ['/x/y', '//x', '\\x', '?x']) {
    const sides = { ...matomoSides(''), 10: { name, type: '1', url_prefix: '2' } };
    expect(() => stored('matomo', {}, {}, sides)).toThrow('absolute http or https URL');
  }
});

test.each([
  ['/caf%25C3%25A9', 'utm_source=a%2520b', '/café', 'a b'],
  ['/a%20b', 'utm_source=50%252525', '/a b', '50%25'],
  ['/100%2525', '-', '/100%', ''],
])('cloudfront: %s?%s is the page %s of the source %j', (path, query, page_path, utm_source) => {
  const text = cloudfront('b.example', '-').replace('/a', path).replace('-\t-\tHit', `${query}\t-\tHit`);
  expect(stored('cloudfront', text)).toMatchObject({ page_path, utm_source });
});

test.each([
  ['https://b.example/100%2525?q=50%2525%2526more', 'https://b.example/100%25?q=50%25%26more'],
  ['https://b.example/caf%25C3%25A9%7Bx%7D', 'https://b.example/caf%C3%A9{x}'],
])('cloudfront: the referrer %s is %s', (written, referrer) => {
  const text = cloudfront('b.example', '-').replace('\t200\t-', `\t200\t${written}`);
  expect(recordOf('cloudfront', text).ping).toMatchObject({ referrer });
});

test.each([
  [{ request_uri: '', request_method: '', status: 400 }, 'skip'],
  [{ request: '-', request_method: undefined, status: 408 }, 'skip'],
  // A log that does not say the method is not one without page views.
  [{ request_uri: '/a', request_method: undefined }, 'unreadable'],
  [{ request_uri: '/a', time_iso8601: undefined, time_local: '20/Nov/2026:09:00:00 +0000' }, 'request'],
])('nginx-json: a request that the server could not read is skipped: %j', (members, kind) => {
  expect(reading('nginx-json', json(members)).kind).toBe(kind);
});

test.each([
  ['GET /docs/my report HTTP/1.1', '/docs/my report'],
  ['GET /docs/my  notes HTTP/2.0', '/docs/my  notes'],
  ['GET /old way', '/old way'],
  ['GET /about HTTP/1.1 HTTP/1.1', '/about HTTP/1.1'],
  ['GET  /a HTTP/3', '/a'],
  ['GET /HTTP/1.1 HTTP/1.1', '/HTTP/1.1'],
  ['GET /a b HTTP/1.1\r', '/a b'],
])('the page of "%s" is %s', (request, page_path) => {
  expect(stored('combined', line('', '-', request))).toMatchObject({ page_path });
  expect(stored('nginx-json', json({ request }))).toMatchObject({ page_path });
});

test('matomo: texts are HTML, which is decoded once; addresses are not', () => {
  const campaign = { referer_name: 'May &amp; June &#039;26', referer_keyword: '&quot;a&quot;' };
  const visit = { referer_type: '6', ...campaign, location_city: 'L&#039;Aquila' };
  const sides = {
    ...matomoSides('https://b.example/a&amp;b?x&copy=1', visit),
    20: { name: 'Fish &amp; Chips &#039;n&#x27; &lt;b&gt;' },
    30: { name: 'R&amp;D' },
    31: { name: 'Play &amp; &amp;eacute;' },
  };
  const { known, ping } = recordOf('matomo', {}, {}, sides);
  expect(known).toMatchObject({ city: "L'Aquila" });
  const name = "Fish & Chips 'n' <b>";
  const tags = { utm_campaign: "May & June '26", utm_term: '"a"' };
  expect(arrived(ping).ping).toMatchObject({ page_path: '/a&amp;b', page_title: name, ...tags });
  const event = stored('matomo', { idaction_event_category: '30', idaction_event_action: '31' }, {}, sides);
  expect(event).toMatchObject({ event: 'Play & &eacute;', props: { category: 'R&D', name } });
});
