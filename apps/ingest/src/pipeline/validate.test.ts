import { arrived, noon, sender } from './arrival-under-test.ts';
import { validate } from './validate.ts';

const validated = (entry: unknown, keyed = false) => validate({ entry, sender: { ...sender, keyed } });
const accepted = (entry: object, keyed = false) => arrived({ page_path: '/', ...entry }, { keyed }).ping;

test('null counts as missing', () => {
  const names = ['site_id', 'type', 'visitor_id', 'page_title', 'focus_time_ms', 'url'];
  expect(accepted(Object.fromEntries(names.map((name) => [name, null])))).toEqual(accepted({}));
});

test('a page path wins over the path of the URL, a tag over that of its query', () => {
  const said = { page_path: '/y', utm_source: 'field' };
  const ping = accepted({ url: 'https://a.example/x?utm_source=url', ...said });
  expect(ping).toMatchObject({ ...said, hostname: 'a.example' });
});

const address = 'HTTPS://B.example/caf%C3%A9/?utm_source=letter#top';
const url = 'http://a.example/x';
const longHost = `https://${'a'.repeat(261)}/`;
test.each<[object, object]>([
  [{ page_path: address }, { page_path: '/café', hostname: 'b.example', utm_source: 'letter' }],
  [
    { page_path: address, url },
    { page_path: '/café', hostname: 'a.example' },
  ],
  [{ page_path: `/${address}` }, { page_path: '/HTTPS://B.example/café', hostname: '' }],
])('%j: an address as a path is that of a page, not a path', (entry, expected) => {
  expect(arrived(entry, {}).ping).toMatchObject(expected);
});

test.each<[string, ...unknown[]]>([
  ['url', '/relative', 'javascript:alert(1)', 'ftp://a.example/', 5],
  ['url', longHost, 'http:///x', ' HTTPS:////a.example/x', 'http://\\x', 'https://?x'],
  ['page_path', '', ['/'], undefined, 'http://', 'https://a b/', 'http:///x', 'https:////x', longHost],
  ['site_id', '', 'a'.repeat(65), '../etc'],
  ['type', 'click'],
  ['page_title', 3],
  ['visitor_id', 'x'.repeat(65)],
  ['focus_time_ms', '12'],
  ['scroll_depth', true],
])('a ping with a wrong %s is rejected for it, with a path or without', (parameter, ...values) => {
  const rejected = { kind: 'reject', parameter, message: expect.stringMatching(/must be|is required/) };
  for (const value of values) {
    expect(validated({ [parameter]: value })).toMatchObject(rejected);
    expect(validated({ page_path: '/', [parameter]: value })).toMatchObject(rejected);
  }
});

test.each([1, 'text', null, [], [{ page_path: '/' }]])('%j is no ping', (entry) => {
  const message = 'a ping must be a JSON object';
  expect(validated(entry)).toEqual({ kind: 'reject', parameter: undefined, message });
});

test('numbers are rounded and clamped', () => {
  const ping = accepted({ focus_time_ms: Number.POSITIVE_INFINITY, scroll_depth: 99.6, word_count: -1 });
  expect(ping).toMatchObject({ focus_time_ms: 86_400_000, scroll_depth: 100, word_count: 0 });
});

test('texts are cut to their limits, and have no NUL', () => {
  const ping = accepted({ page_title: `\0${'t'.repeat(501)}`, referrer: 'r'.repeat(2001) });
  expect([ping.page_title, ping.referrer.length]).toEqual([`\uFFFD${'t'.repeat(499)}`, 2000]);
});

test('with the key the time may be a number', () => {
  expect(accepted({ timestamp: noon - 1000.4 }, true).pinged_at).toBe(noon - 1000);
  expect(accepted({ timestamp: '2026-11-21T13:00+01:00' }, true).pinged_at).toBe(noon);
});

const inWords = ['2026-11-20', '2026-11-20T10:00:00', '2026-02-30T10:00:00Z', 'yesterday', '', '0'];
const far = ['1970-01-01T00:00:00Z', '2106-02-07T06:28:16Z', noon + 11 * 60_000, noon - 3660 * 86_400_000];
test.each<[string, ...unknown[]]>([
  ['timestamp', ...inWords, ...far, -1, 0, 2 ** 32 * 1000, Number.POSITIVE_INFINITY, true],
  ['ip', '300.1.2.3', 'localhost'],
  ['user_agent', 5],
])('with the key a wrong %s is rejected', (parameter, ...values) => {
  for (const value of values) {
    const outcome = validated({ page_path: '/', [parameter]: value }, true);
    expect({ value, ...outcome }).toMatchObject({ value, kind: 'reject', parameter });
  }
});

test.each([
  ['the field', { language: 'de-at, de' }, { acceptLanguage: 'nl' }, 'de-AT'],
  ['the header without a field', {}, { acceptLanguage: 'nl-BE,nl;q=0.9' }, 'nl-BE'],
  ['nothing of the header of a sender with the key', {}, { acceptLanguage: 'nl', keyed: true }, ''],
])('the language is that of %s', (_, said, by, language) => {
  expect(arrived({ page_path: '/', ...said }, by).ping.language).toBe(language);
});
