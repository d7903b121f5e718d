import type { Sender } from './arrival.ts';
import { validate } from './validate.ts';

const now = Date.UTC(2026, 10, 21, 12);
const sender: Sender = {
  address: '192.0.2.1',
  userAgent: 'x',
  acceptLanguage: '',
  keyed: false,
  receivedAt: now,
};

function validated(entry: unknown, keyed = false) {
  return validate({ entry, sender: { ...sender, keyed } });
}

function accepted(entry: object, keyed = false) {
  const outcome = validated(entry, keyed);
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value.ping;
}

test('a page path is all that a ping needs', () => {
  expect(accepted({ page_path: '/' })).toMatchObject({
    site_id: 'blog',
    type: 'view',
    page_path: '/',
    hostname: '',
    query: undefined,
    page_title: '',
    referrer: '',
    utm_source: '',
    focus_time_ms: 0,
    scroll_depth: 0,
    word_count: 0,
    pinged_at: now,
    ip: undefined,
    user_agent: undefined,
  });
});

test('null counts as missing', () => {
  const nulls = {
    site_id: null,
    type: null,
    visitor_id: null,
    page_title: null,
    focus_time_ms: null,
    url: null,
  };
  expect(accepted({ ...nulls, page_path: '/' })).toMatchObject({
    site_id: 'blog',
    type: 'view',
    focus_time_ms: 0,
  });
});

test('path, host name and tags are taken out of the URL', () => {
  const url = 'https://Blog.Example:8443/caf%C3%A9/?utm_source=news&utm_medium=email&utm_campaign=may#top';
  expect(accepted({ url })).toMatchObject({
    page_path: '/café',
    hostname: 'blog.example',
    utm_source: 'news',
    utm_medium: 'email',
    utm_campaign: 'may',
    utm_term: '',
  });
});

test('a page path wins over the path of the URL, a tag over that of its query', () => {
  const ping = accepted({ url: 'https://a.example/x?utm_source=url', page_path: '/y', utm_source: 'field' });
  expect(ping).toMatchObject({ page_path: '/y', hostname: 'a.example', utm_source: 'field' });
});

test.each([
  [{ url: '/relative' }, 'url'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'ftp://a.example/' }, 'url'],
  [{ url: 5, page_path: '/' }, 'url'],
  [{}, 'page_path'],
  [{ page_path: '' }, 'page_path'],
  [{ page_path: ['/'] }, 'page_path'],
  [{ page_path: '/', site_id: '' }, 'site_id'],
  [{ page_path: '/', site_id: 'a'.repeat(65) }, 'site_id'],
  [{ page_path: '/', site_id: '../etc' }, 'site_id'],
  [{ page_path: '/', type: 'click' }, 'type'],
  [{ page_path: '/', page_title: 3 }, 'page_title'],
  [{ page_path: '/', visitor_id: 'x'.repeat(65) }, 'visitor_id'],
  [{ page_path: '/', focus_time_ms: '12' }, 'focus_time_ms'],
  [{ page_path: '/', scroll_depth: true }, 'scroll_depth'],
])('%j is rejected for its %s', (entry, parameter) => {
  expect(validated(entry)).toMatchObject({
    kind: 'reject',
    parameter,
    message: expect.stringMatching(/must be|is required/),
  });
});

test.each([1, 'text', null, [], [{ page_path: '/' }]])('%j is no ping', (entry) => {
  expect(validated(entry)).toEqual({
    kind: 'reject',
    parameter: undefined,
    message: 'a ping must be a JSON object',
  });
});

test('numbers are rounded and clamped', () => {
  const ping = accepted({
    page_path: '/',
    focus_time_ms: Number.POSITIVE_INFINITY,
    scroll_depth: 99.6,
    word_count: -1,
  });
  expect(ping).toMatchObject({ focus_time_ms: 86_400_000, scroll_depth: 100, word_count: 0 });
});

test('texts are cut to their limits', () => {
  const ping = accepted({ page_path: '/', page_title: 't'.repeat(501), referrer: 'r'.repeat(2001) });
  expect(ping.page_title).toHaveLength(500);
  expect(ping.referrer).toHaveLength(2000);
});

test('prototype names are unknown fields like any other', () => {
  const entry: unknown = JSON.parse('{"page_path": "/", "__proto__": {"site_id": "x"}, "constructor": 1}');
  expect(validated(entry)).toMatchObject({ kind: 'ok', value: { ping: { site_id: 'blog' } } });
});

test('without the key timestamp, ip and user agent are ignored, even when they are nonsense', () => {
  const ping = accepted({ page_path: '/', timestamp: 'yesterday', ip: 7, user_agent: {} });
  expect(ping).toMatchObject({ pinged_at: now, ip: undefined, user_agent: undefined });
});

test('with the key they count', () => {
  const who = { timestamp: '2026-11-20T13:00:00.5+01:00', ip: '2001:db8::1', user_agent: 'Firefox' };
  expect(accepted({ page_path: '/', ...who }, true)).toMatchObject({
    pinged_at: Date.UTC(2026, 10, 20, 12, 0, 0, 500),
    ip: '2001:db8::1',
    user_agent: 'Firefox',
  });
  expect(accepted({ page_path: '/', timestamp: now - 1000.4 }, true).pinged_at).toBe(now - 1000);
});

test.each([
  ['timestamp', '2026-11-20'],
  ['timestamp', '2026-11-20T10:00:00'],
  ['timestamp', '2026-02-30T10:00:00Z'],
  ['timestamp', 'yesterday'],
  ['timestamp', 0],
  ['timestamp', now + 11 * 60_000],
  ['timestamp', now - 3660 * 86_400_000],
  ['timestamp', Number.POSITIVE_INFINITY],
  ['timestamp', true],
  ['ip', '300.1.2.3'],
  ['ip', 'localhost'],
  ['user_agent', 5],
])('with the key, the %s %j is rejected', (parameter, value) => {
  expect(validated({ page_path: '/', [parameter]: value }, true)).toMatchObject({
    kind: 'reject',
    parameter,
  });
});

test.each([
  ['the field', { language: 'de-at, de' }, { acceptLanguage: 'nl' }, 'de-AT'],
  ['the header without a field', {}, { acceptLanguage: 'nl-BE,nl;q=0.9' }, 'nl-BE'],
  ['nothing of the header of a sender with the key', {}, { acceptLanguage: 'nl', keyed: true }, ''],
])('the language is that of %s', (_, said, by, language) => {
  const outcome = validate({ entry: { page_path: '/', ...said }, sender: { ...sender, ...by } });
  expect(outcome).toMatchObject({ value: { ping: { language } } });
});
