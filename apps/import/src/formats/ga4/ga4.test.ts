import { arrived } from '@tallyhouse/ingest/arrival-under-test';
import { createOneSite, type ImportRecord, type Reading } from '../../format.ts';
import { createHosts } from '../../hosts.ts';
import { countryNamed } from './countries.ts';
import { ga4 } from './ga4.ts';
import type { Fields } from './row.ts';
import { createViews } from './views.ts';

const began = Date.UTC(2026, 2, 10, 12);
const location = 'https://b.example/a';

/** A row as Parquet has it: integers are bigints. */
function row(event_name: string, params: Readonly<Record<string, unknown>> = {}, more: Fields = {}): Fields {
  const all = { page_location: location, ga_session_id: began / 1000, ga_session_number: 2, ...params };
  const event_params = Object.entries(all).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { int_value: BigInt(value) } : { string_value: value },
  }));
  return { event_timestamp: `${began}000`, event_name, event_params, user_pseudo_id: '1.2', ...more };
}

const newReader = () =>
  ga4.createReader({ hosts: createHosts(undefined, ['a.example']), isForeign: createOneSite() });

function recordIn(reading: Reading): ImportRecord {
  if (reading.kind !== 'record') throw new Error(JSON.stringify(reading));
  return reading.record;
}
const recordOf = (...given: Parameters<typeof row>) => recordIn(newReader()(row(...given)));
const stored = (...given: Parameters<typeof row>) => arrived(recordOf(...given).ping, { keyed: true }).ping;

const lastClick = (source: string, medium: string, campaign_name = '(not set)') => ({
  session_traffic_source_last_click: { cross_channel_campaign: { source, medium, campaign_name } },
});
const manual = { manual_source: 'letter', manual_medium: 'email', manual_campaign_name: 'May' };
const collected = { collected_traffic_source: manual };
const params = { source: 'bing', medium: 'organic', campaign: '(organic)' };
const first = { traffic_source: { source: 'yahoo', medium: 'organic', name: '(organic)' } };
const newcomer = { ga_session_number: 1 };

test.each<[what: string, Fields, Fields, known: string, tags?: object]>([
  ['the visit', params, { ...lastClick('google', 'cpc', 'S'), ...collected }, 'Google, cpc'],
  ['the event', params, { ...collected, ...first }, 'letter, email', { utm_campaign: 'May' }],
  ['an ad', params, { collected_traffic_source: { gclid: 'x' } }, 'Google, cpc'],
  ['the parameters', params, first, 'Bing, organic', { utm_campaign: '', utm_source: '' }],
  ['the first visit', newcomer, first, 'Yahoo, organic'],
  ['a direct visit', params, lastClick('(direct)', '(none)', '(direct)'), 'Direct, none'],
  ['a host', {}, lastClick('m.site.example', 'referral'), 'site.example, referral'],
  ['a known host', {}, lastClick('news.ycombinator.com', 'referral'), 'Hacker News, social'],
  ['an unknown engine', {}, lastClick('seek', 'organic'), 'seek, organic'],
])('the source is that of %s', (_, some, more, known, tags = {}) => {
  const [source, medium] = known.split(', ');
  expect(recordOf('page_view', some, more).known).toMatchObject({ source, medium });
  expect(stored('page_view', some, more)).toMatchObject(tags);
});

test('the first source of a visitor is not that of a later visit: the referrer is', () => {
  const { known, ping } = recordOf('page_view', { page_referrer: 'https://x.example/' }, first);
  expect(known).not.toHaveProperty('source');
  expect(ping).toMatchObject({ referrer: 'https://x.example/' });
});

const page = (hostname: string, page_path: string, utm_source = '') => ({ hostname, page_path, utm_source });
test.each([
  ['https://b.example/a?utm_source=letter#top', page('b.example', '/a', 'letter')],
  ['https://b.example/#/cart?step=2', page('b.example', '/#/cart')],
  ['/a', page('a.example', '/a')],
])('the page of %s', (page_location, expected) => {
  expect(stored('page_view', { page_location })).toMatchObject(expected);
});

const unread = 'engagement without an earlier page view, or there again';
test.each<[Fields, Reading['kind'], string]>([
  [row('page_view', { page_location: 'about:srcdoc' }), 'skip', 'no path'],
  [row('page_view', {}, { user_pseudo_id: null }), 'skip', 'no visitor (no consent)'],
  [row('first_visit'), 'skip', 'session start or first visit, which page views show'],
  [row('user_engagement', { engagement_time_msec: 9 }), 'skip', unread],
  [row('page_view', {}, { event_timestamp: `${began}` }), 'unreadable', 'no time in microseconds'],
  [row(''), 'unreadable', 'it has no event_name'],
])('row %#: %s, %s', (some, kind, why) => {
  const reading = newReader()(some);
  expect(reading.kind).toBe(kind);
  expect(JSON.stringify(reading)).toContain(why);
});

test('rows of another data stream are reported', () => {
  const read = newReader();
  read(row('page_view', {}, { stream_id: '1' }));
  const why = 'its stream_id is 2, that of the first row 1: export one site only';
  expect(read(row('page_view', {}, { stream_id: '2' }))).toMatchObject({ why });
});

test('time on a page goes to its last page view, or to the one that follows', () => {
  const read = newReader();
  const next = (name: string, engagement_time_msec: number, seconds: number, more: object = {}) => {
    const event_timestamp = `${began / 1000 + seconds}000000`;
    return read(row(name, { engagement_time_msec, ...more }, { event_timestamp }));
  };
  next('scroll', 4000, 6, { percent_scrolled: 90 });
  const view = recordIn(next('page_view', 0, 0));
  expect(view.engaged).toEqual({ untilMs: 6000, focus_time_ms: 4000, scroll_depth: 90 });
  expect(view).toMatchObject({ visitor: '1.2', visit: `1.2 ${began / 1000}`, visitBegan: began });
  const of = { at: began, key: view.key };
  expect(recordIn(next('user_engagement', 1000, 9))).toMatchObject({ of, ping: { focus_time_ms: 5000 } });
  const elsewhere = next('click', 1000, 10, { page_location: 'https://b.example/b' });
  expect(elsewhere).toMatchObject({ second: undefined });
  // A place on the page.
  expect(next('click', 500, 11, { page_location: `${location}#install` })).toMatchObject({
    second: { of, ping: { type: 'engage', focus_time_ms: 5500 } },
  });
});

const money = { currency: 'eur', value: 12 };
const unusable = ['revenue without a currency'];
test.each<[event: string, Fields, Fields, revenue: object | undefined, lost?: string[]]>([
  ['purchase', money, { ecommerce: { purchase_revenue: 19.999 } }, { amount: '19.9990', currency: 'EUR' }],
  ['purchase', money, {}, { amount: '12.0000', currency: 'EUR' }],
  ['purchase', { value: 12 }, { event_value_in_usd: 14.5 }, { amount: '14.5000', currency: 'USD' }],
  ['purchase', { value: 12 }, {}, undefined, unusable],
  // The event stays without the money of a currency that is none, or of an amount that is no number.
  ['purchase', { ...money, currency: 'XXA' }, {}, undefined, unusable],
  ['purchase', { ...money, value: '12,50 €' }, {}, undefined, unusable],
  ['purchase', { currency: 'EUR' }, { event_value_in_usd: 14.5 }, { amount: '14.5000', currency: 'USD' }],
  ['purchase', { currency: 'EUR', value: 0 }, {}, undefined],
  ['purchase', { ...money, value: -12 }, {}, { amount: '-12.0000', currency: 'EUR' }],
  ['refund', money, { ecommerce: { refund_value: 5 } }, { amount: '-5.0000', currency: 'EUR' }],
  ['refund', money, { ecommerce: { refund_value: -5 } }, { amount: '-5.0000', currency: 'EUR' }],
  ['add_to_cart', money, {}, undefined],
])('%s %j %j: revenue', (event, some, more, revenue, lost = []) => {
  expect(stored(event, some, more).revenue).toEqual(revenue);
  expect(newReader()(row(event, some, more))).toMatchObject({ lost });
});

test('parameters are properties, within the limits of ours; what is left out is counted', () => {
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`p${index}`, index]));
  const reading = newReader()(row('signup', { 'a b': 'x'.repeat(501), ...many }));
  expect(Object.keys(Object(recordIn(reading).ping['props']))).toHaveLength(30);
  const ping = { type: 'event', event: 'signup', props: { a_b: expect.any(String), p0: '0' } };
  const tooMany = 'a property of an event with more than 30';
  const lost = [tooMany, tooMany, 'the end of a property longer than 500 characters'];
  expect(reading).toMatchObject({ record: { ping }, lost });
});

test('parameters with the names of tags are of a campaign where GA4 adds them, and else properties', () => {
  const own = { source: 'footer', content: 'big' };
  expect(stored('signup', own)).toMatchObject({ props: own, utm_content: '' });
  expect(recordOf('signup', own).known).not.toHaveProperty('source');
  expect(stored('signup', params).props).toEqual({});
  expect(recordOf('signup', params).known).toMatchObject({ source: 'Bing', medium: 'organic' });
  expect(recordOf('page_view', own).known).toMatchObject({ source: 'footer' });
});

test('visitors have the places and devices of live ones', () => {
  const system = { operating_system: 'Macintosh', operating_system_version: 'Intel 10.15' };
  const web_info = { browser: 'Safari', browser_version: '18.5.1' };
  const device = { category: 'smart tv', ...system, web_info };
  const geo = { country: 'Türkiye', region: 'Izmir', city: '(not set)' };
  expect(recordOf('page_view', {}, { device, geo }).known).toMatchObject({
    country: 'TR',
    region: 'Izmir',
    city: '',
    browser: 'Safari',
    browser_version: '18.5',
    os: 'Mac OS',
    os_version: '10.15',
    device_type: 'tv',
  });
  expect(['(not set)', 'constructor', ''].map(countryNamed)).toEqual(['', '', '']);
});

test.each([
  ['DE', 'Germany'],
  ['MM', 'Myanmar (Burma)'],
  ['CD', 'Congo - Kinshasa'],
  ['HK', 'Hong Kong'],
  ['KN', 'St. Kitts & Nevis', 'Saint Kitts and Nevis'],
  ['VC', 'St. Vincent & Grenadines', 'St. Vincent & the Grenadines', 'Saint Vincent and the Grenadines'],
  ['CI', 'Côte d’Ivoire', "Côte d'Ivoire", "Cote d'Ivoire"],
  ['ST', 'São Tomé & Príncipe', 'Sao Tome and Principe'],
  ['TR', 'Türkiye', 'Turkiye', 'Turkey'],
  ['BS', 'Bahamas', 'The Bahamas'],
  ['CG', 'Congo - Brazzaville', 'Republic of the Congo'],
  ['FK', 'Falkland Islands', 'Falkland Islands (Islas Malvinas)'],
])('%s is the country of each spelling of its name', (code, ...names) => {
  expect(new Set(names.map(countryNamed))).toEqual(new Set([code]));
});

test.each([
  ['Windows', 'Windows 10', '10'],
  ['iOS', 'iOS 18.5', '18.5'],
  ['Chrome OS', 'Chrome OS x86_64 14541.0.0', '14541.0.0'],
  // The processor.
  ['Linux', 'Linux x86_64', ''],
])('%s: %s is version %j', (operating_system, operating_system_version, os_version) => {
  const device = { operating_system, operating_system_version };
  expect(recordOf('page_view', {}, { device }).known).toMatchObject({ os_version });
});

test.each(['intraday', 'fresh'])('events_%s of a day is refused together with its daily table', (kind) => {
  const [daily, growing] = ['events_20260310.json', `events_${kind}_20260310-000.json`];
  expect(ga4.refuse([daily, growing])).toBe(
    `${growing} holds events that ${daily} holds too, which would count twice: give ${daily} alone for that day.`,
  );
  expect(ga4.refuse([growing, 'events_20260311.json'])).toBeUndefined();
});

test('events of one request, which all have its time, keep the order of their index', () => {
  const place = (more: Fields) => recordOf('page_view', {}, more).place;
  expect([{ batch_event_index: '3' }, { batch_event_index: 2n }, {}].map(place)).toEqual([3, 2, undefined]);
  expect(recordOf('sign_up', { batch_event_index: 4 })).toMatchObject({ place: 4, isUnique: true });
});

test('rows that are there again, in another order, add no time', () => {
  const views = createViews();
  const rows: (() => unknown)[] = [
    () => views.opened('page', began, 'A', 0),
    () => views.read('page', began + 1, 'first', 5, 0),
    () => views.opened('page', began + 2, 'B', 0),
    () => views.read('page', began + 3, 'second', 7, 0),
  ];
  for (const take of rows) take();
  const again = rows.toReversed().map((take) => take());
  // Not of B, which the first one came before.
  expect(again).toMatchObject([undefined, { focus_time_ms: 7 }, undefined, undefined]);
});

test('an engagement finds its page view among those of a large table', () => {
  const views = createViews();
  for (let page = 0; page < 50_000; page++) views.opened(`${page}`, began, `${page}`, 0);
  expect(views.read('0', began + 9, '', 5, 0)).toMatchObject({ of: { at: began, key: '0' }, focus: 5 });
});
