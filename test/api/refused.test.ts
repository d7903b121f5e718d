import { everyEndpoint } from './every-endpoint.ts';
import { refusal } from './meta.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** Values that parameters refuse, and the responses. */

const service = forAllTests(joinQueryService);

type Value = string | string[] | undefined;

type Wrong = readonly [
  path: string,
  parameter: string,
  /** The whole message, or a part of it. */
  message: string | RegExp,
  /** Values, each sent alone; undefined is not sent. */
  values: readonly Value[],
  /** Other parameters, all valid. */
  more?: Record<string, string | string[]>,
];

const site =
  'site_id must be a site (1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..), the name of a group after "@", at most 500 of these separated by commas, or "*".';
const many = Array.from({ length: 501 }, (_, number) => `site-${number}`).join(',');
const period =
  'period must be a number and a unit (m, h, d, w, mo, y) such as 1h, 7d or 30d, at most 10 years, or one of today, yesterday, month, year, all.';
const moment = (name: string) =>
  `${name} must be an ISO 8601 date (2026-11-21) or time (2026-11-21T10:15:00Z, 2026-11-21T10:15:00+02:00) from 1970 to 2199.`;
const compare =
  'compare must be previous, year, or <start>/<end> (2026-10-01/2026-10-31), both as start and end accept them, the end later than the start.';
const filter =
  'filter must be dimension:value (is), dimension!:value (is not), dimension~value (contains) or dimension!~value (does not contain), ' +
  'sent at most 20 times, each with up to 100 values of 2000 characters between "|" ("\\" escapes "|" and itself); ' +
  'the dimensions are page, entry_page, entry_referrer, source, medium, utm_source, utm_medium, utm_campaign, utm_term, utm_content, ' +
  'country, region, city, browser, browser_version, os, os_version, device_type, hostname, language, screen, channel, exit_page, referrer, visitor_type, site, event, prop.<name of a property of events>, and a visitor_type is new or returning.';
const goal =
  /^goal must be sent at most 5 times, .* event, prop\.<name> or page: .*name:<name> is a goal of the sites file\.$/;
const steps = { step: ['page:/a', 'page:/b'] };
const oneGoal = { goal: 'page:/' };
const conditions = /be sent 2 to 10 times, each conditions between ";", each written like a filter/;
const within = 'within must be a whole number and a unit (m, h, d), from 30m to 90d.';
const endIsLater = 'end must be later than start.';
const overHours = { start: '2026-01-01T00:00Z', end: '2026-07-28T08:01Z' };
const overDays = { start: '2026-09-01', end: '2026-10-31' };
const tooMany = 'granularity must be longer, or the range shorter: it has';
const limit = 'limit must be a whole number from 1 to 100';
const offset = 'offset must be a whole number from 0 to 100000.';
const unnamed = 'no site asked for has a goal with the name Unknown.';
const granularity = 'granularity must be one of hour, day, week, month.';
const oneOfBy = /^by must be one of /;

const limits = ['', '0', '101', '-1', '1e1', '0x10', '20abc', '1.5', ' 5', '+5', '٣', '1'.repeat(400)];
const periods = [
  ...['', '0d', '7', 'd', '7x', '7D', '-7d', '1.5h', '11y', '121mo', '3653d', '99999999999d'],
  ...['Today', 'toString'],
];
const zones = ['', 'UTC+3', '+03:00', 'Mars/Olympus', 'local', "UTC'", '../etc/passwd', 'x'.repeat(65)];
const starts = [
  ...['', 'now', '2026', '2026-13-01', '2026-02-29', '20261121', '2026-W47', '0000-01-01'],
  ...['1969-12-31', '2200-01-01', '9999-12-31', '+012026-01-01', '2026-11-21T25:00Z'],
  ...['2026-11-21T10:15:00.000Z; drop', '1795256100000'],
  ...['2026-11-20T10:15:00+24:00', '2026-11-20T10:15:00+02:60', '2026-11-20T10:15:00-9900'],
];
const filters = [
  ...['x', 'colour:red', 'page', 'page=/a', 'visitor_type:old', 'prop.:x', 'prop.a b:x'],
  ...[`page:${'x'.repeat(2001)}`, `page:${'|'.repeat(100)}`, `prop.${'x'.repeat(41)}:x`],
];
const goals = [
  ...['', 'Signup', 'event:Signup;', 'event:Signup;source:Google', 'country:NL', 'visitor_type:new'],
  ...['name:', 'prop.:x', 'event:Signup;page'],
];
const comparisons = [
  ...['', 'Year', 'last', 'previous,year', '2026-10-01', '/', '2026-10-01/', '/2026-10-01'],
  ...['2026-10-01/2026-10-02/2026-10-03', '2026-10-01/2026-09-30', '2026-13-01/2026-13-02'],
  ...['2026-10-01T10:00Z/2026-10-01T10:00Z', '1969-12-31/1970-01-02', '2026-10-01/2200-01-01'],
  'toString',
];
const zone = 'timezone must be the name of an IANA time zone, such as UTC or Europe/Paris.';
const future = 'start is in the future, and without end the report ends now.';
const series = '/pageviews-over-time';
const model = 'model must be one of first, last, last_non_direct, linear.';
const lookback = 'lookback must be a number of days, from 1d to 90d.';
const lookbacks = ['', '0', '0d', '91d', '30', 'd', '24h', '1w', '1.5d', '-1d'];
const times = (count: number, text: string) => Array<string>(count).fill(text);

const wrong: readonly Wrong[] = [
  ['/overview', 'limit', `${limit}.`, limits],
  ['/export/pageviews', 'limit', `${limit}.`, ['101']],
  ['/pages', 'limit', `${limit}.`, ['all']],
  ['/sites', 'limit', `${limit}, or all.`, ['101', 'ALL']],
  ['/overview', 'offset', offset, ['', '-1', '100001', '1e3', 'x']],
  ['/overview', 'period', period, periods],
  ['/realtime', 'period', period, ['soon']],
  ['/overview', 'timezone', zone, zones],
  ['/overview', 'start', moment('start'), starts],
  ['/overview', 'start', future, ['2026-11-22']],
  ['/overview', 'end', moment('end'), ['2026-11-31', 'tomorrow']],
  ['/overview', 'end', endIsLater, ['2026-11-19'], { start: '2026-11-20' }],
  ['/export/pageviews', 'end', endIsLater, ['2026-11-20T10:00Z'], { start: '2026-11-20T10:00Z' }],
  ['/overview', 'filter', filter, filters],
  ['/realtime', 'filter', filter, filters],
  ['/overview', 'filter', filter, ['operator:OpenAI']],
  ['/crawlers', 'filter', /the dimensions are /, ['colour:red', 'purpose:trainning']],
  ['/crawlers', 'by', oneOfBy, ['city']],
  ['/crawlers', 'sort', 'sort=rising needs compare.', ['rising']],
  ['/coverage', 'by', oneOfBy, ['name']],
  ['/overview', 'filter', filter.replace('filter', 'filter was sent 21 times; it'), [times(21, 'page:/a')]],
  ['/sources', 'goal', goal, goals],
  ['/overview', 'goal', /was sent 6 times/, [times(6, 'page:/')]],
  ['/breakdown', 'dimension', /^dimension is missing; it must be one of entry_page, entry_ref/, [undefined]],
  ['/breakdown', 'dimension', /^dimension must be one of entry_page, entry_referrer/, ['page', 'visitor_id']],
  ['/search', 'q', 'q is missing; it must be 1 to 200 characters.', [undefined]],
  ['/search', 'q', 'q must be 1 to 200 characters.', ['', 'x'.repeat(201)]],
  ['/digest', 'format', 'format must be one of json, html.', ['', 'HTML', 'csv', 'xml']],
  ['/export/pageviews', 'format', 'format must be one of csv, jsonl, parquet.', ['', 'xlsx']],
  ['/export/pageviews', 'raw', 'raw must be 0 or 1.', ['yes']],
  ['/export/sessions', 'columns', /^columns must be /, ['', 'ip']],
  [series, 'granularity', granularity, ['', 'minute', 'Day', 'hour,day']],
  ['/pings', 'granularity', granularity, ['minute']],
  ['/events-over-time', 'granularity', granularity, ['minute']],
  [series, 'granularity', `${tooMany} more than 5000 buckets of one hour.`, ['hour'], overHours],
  [series, 'granularity', /5000 buckets of one day/, [undefined], { start: '1970-01-01', end: '2199-12-31' }],
  ['/retention', 'granularity', 'granularity must be one of day, week, month.', ['hour']],
  [
    '/retention',
    'granularity',
    `${tooMany} 61 periods of one day, and at most 60 are shown.`,
    ['day'],
    overDays,
  ],
  ['/insights', 'compare', compare, comparisons],
  ['/geo', 'compare', compare, comparisons],
  ['/vitals', 'by', oneOfBy, ['city', '', 'Page']],
  ['/insights', 'match', 'match must be one of date, weekday.', ['days']],
  ['/pages', 'match', 'match=weekday needs compare.', ['weekday']],
  ['/devices', 'sort', 'sort=rising needs compare.', ['rising']],
  ['/events', 'sort', 'sort must be one of rising, falling.', ['views'], { compare: 'year' }],
  ['/events/Signup/properties', 'property', /^property must be /, ['a b', 'x'.repeat(41)]],
  ['/events-over-time', 'event', /^event must be /, [' ', 'x'.repeat(121)]],
  ['/funnel', 'step', /^step was sent 0 times; it must be/, [undefined]],
  ['/funnel', 'step', conditions, ['page:/a', times(11, 'page:/a'), ['page:/a', 'source:Google']]],
  ['/funnel', 'step', `step: ${unnamed}`, [['page:/a', 'name:Unknown']]],
  ['/funnel', 'within', within, ['0', '29m', '91d', '1w'], steps],
  ['/funnel', 'by', 'by must be one of visitor, session.', ['page'], steps],
  ['/attribution', 'goal', /^goal was sent 0 times; it must be sent once: conditions/, [undefined]],
  ['/attribution', 'goal', /^goal was sent 2 times; it must be sent once/, [['page:/', 'event:Signup']]],
  ['/attribution', 'goal', `goal: ${unnamed}`, ['name:Unknown']],
  ['/attribution', 'by', /^by must be one of source, medium, /, ['', 'visitor', 'city', 'Source'], oneGoal],
  ['/attribution', 'model', model, ['', 'Last', 'last-non-direct', 'decay'], oneGoal],
  ['/attribution', 'lookback', lookback, lookbacks, oneGoal],
  ['/journeys', 'depth', 'depth must be a whole number from 2 to 6.', ['1', '7']],
  ['/journeys', 'from', `from: ${unnamed}`, ['name:Unknown']],
  ['/journeys', 'to', /^to must be conditions between ";"/, ['Signup']],
  ['/journeys', 'to', '"to" must not be sent with "from".', ['page:/b'], { from: 'page:/a' }],
];

const cases = wrong.flatMap(([path, parameter, message, values, more]) =>
  values.map((value) => ({ path, parameter, message, value, more })),
);

test.each(cases)('$path refuses $parameter=$value', async ({ path, parameter, value, message, more }) => {
  const sent = { ...more, ...(value !== undefined && { [parameter]: value }) };
  const expected = message instanceof RegExp ? expect.stringMatching(message) : message;
  expect(await service.report(path, sent)).toMatchObject(refusal(parameter, expected));
});

test.each([
  ...[
    ...['', '.', '..', 'blog,..', '@.', 'a b', 'a/b', "a'", 'ü', 'x'.repeat(65), '{x:String}'],
    ...[',', 'a,', ',a', 'a,,b', 'a, b', '@', '@a b', 'a@b', '@@a', '**', '*,a', 'a,*', '@*'],
    ...[`a,${'x'.repeat(65)}`, many],
  ].map((value) => [value, site]),
  ...['@nobody', 'blog,@nobody'].map((value) => [
    value,
    'site_id names a group that does not exist: @nobody.',
  ]),
])('site_id=%.70s is refused', async (value = '', message) => {
  // Unprefixed: the shared service has other site ids.
  const answer = await service.report(`/overview?site_id=${encodeURIComponent(value)}`);
  expect(answer).toMatchObject(refusal('site_id', message));
});

test.each([
  ['filter', 'filter=page:/a&filter=page:/caf%E9'],
  ['q', 'q=%ff'],
  ['q', 'period=7d&q=caf%C3'],
  ['q', 'q=%ED%A0%80&x=1'],
])('%s in another encoding is refused: %s', async (parameter, query) => {
  const answer = await service.report(`/search?${query}`);
  expect(answer).toMatchObject(refusal(parameter, `${parameter} must be percent-encoded UTF-8.`));
});

test.each(['q=50%', 'q=%zz%C3%A9', 'q=%EF%BF%BD', 'q=a%00b'])('%s is text', async (query) => {
  expect((await service.report(`/search?${query}`)).status).toBe(200);
});

const common = 'site_id, period, start, end, timezone, limit, offset, filter, goal';

test.each([
  ...['foo', 'Limit', 'limit[]', '__proto__', 'constructor', 'filters', 'q'].map((name) => ['/pages', name]),
  ['/overview', 'compare'],
  ['/pages/%2F/engagement', 'encoded_page_path'],
])('%s does not know %s', async (path = '', parameter = '') => {
  const { status, body } = await service.report(path, { [parameter]: '1' });
  const known = path === '/pages' ? ', compare, match, sort' : '';
  const message = `There is no parameter "${parameter}". The parameters are ${common}${known}.`;
  expect([status, body]).toEqual([400, { error: { code: 'unknown_parameter', message, parameter } }]);
});

test('a parameter behind a thousand others is read, too', async () => {
  const answer = await service.report(`/overview?${'&'.repeat(1000)}limit=0`);
  expect(answer).toMatchObject(refusal('limit'));
});

test.each(['limit=20&limit=30', 'limit=20&limit=20', 'site_id=a&site_id=b'])(
  '%s is refused, as it is sent twice',
  async (query) => {
    const answer = await service.report(`/overview?${query}`);
    const [parameter = ''] = query.split('=');
    expect(answer).toMatchObject(refusal(parameter, expect.stringContaining('was sent more than once')));
  },
);

test.each(everyEndpoint)('$path refuses a wrong goal', async ({ path, parameters }) => {
  expect(await service.report(path, { ...parameters, goal: 'Signup' })).toMatchObject(refusal('goal'));
});

test('no text in any parameter makes the service fail', async () => {
  const hostile = [
    ...["'", '"', '\\', "\\'", "' or 1 = 1 --", '{x:String}', '{site_id:String}', '%', '%00', '\0'],
    ...['\u202e😀', '\ud800', '\r\nX-Injected: 1', '1970-01-01T00:00:00.000000000000Z', 'x'.repeat(10_000)],
    ...['$'.concat('{1}'), '[1]'],
  ];
  const paths = ['/overview', '/realtime', '/sites'];
  for (const parameter of common.split(', ')) {
    for (const [index, value] of hostile.entries()) {
      const sent = `${paths[index % 3]}?${new URLSearchParams({ [parameter]: value })}`;
      expect(await service.report(sent)).toMatchObject(refusal(parameter));
    }
  }
});
