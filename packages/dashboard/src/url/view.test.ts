import type { Goal } from '../goal/goal.ts';
import { nothingExplored } from './explored.ts';
import { ownZone } from './timezone.ts';
import { readView, type View, viewText } from './view.ts';

const plain: View = {
  site: undefined,
  embed: false,
  group: undefined,
  order: 'visitors',
  grouped: false,
  period: '7d',
  tz: undefined,
  timezone: 'Europe/Amsterdam',
  compare: 'previous',
  granularity: undefined,
  filters: [],
  page: undefined,
  detail: undefined,
  goal: undefined,
  report: undefined,
  steps: [],
  per: 'visitor',
  within: '7d',
  split: undefined,
  depth: 3,
  single: false,
  crawl: [],
  from: undefined,
  to: undefined,
  explored: nothingExplored,
  lang: undefined,
};

const signup: Goal = [{ dimension: 'event', operator: ':', values: ['Sign;up'] }];
const pro: Goal = [...signup, { dimension: 'prop.plan', operator: '!~', values: ['pro|', ''] }];

const funnel: Partial<View> = { report: 'funnel', steps: [signup, pro, signup] };
const filters: View['filters'] = [
  { dimension: 'country', operator: '!:', values: ['NL', ''] },
  { dimension: 'page', operator: '~', values: ['/a b&c=d#e'] },
];

const asked: View['explored'] = {
  dimensions: ['bucket', 'source', 'prop.plan-x'],
  metrics: ['visits', 'revenue.EUR'],
  sort: '-revenue.EUR',
  offset: 100,
  shape: 'heat',
};

test('an empty address means the last seven days in the time zone of the reader', () => {
  expect(readView('', 'Europe/Amsterdam')).toEqual({ view: plain, wrong: [] });
});

test.each([
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['Etc/Unknown', 'UTC'],
  ['GMT+03:00', 'UTC'],
  [undefined, 'UTC'],
])('in a browser that says its zone is %s, the zone of the reader is %s', (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  const said = Object.assign(options, { timeZone });
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce(said);
  expect(ownZone()).toBe(zone);
});

const tz = 'America/New_York';
test.each<View>([
  plain,
  { ...plain, site: 'blog', period: { first: '2026-11-01', last: '2026-11-21' }, tz, timezone: tz },
  { ...plain, compare: 'none', granularity: 'week', filters, page: '/pão?x=1&y' },
  { ...plain, group: 'writing', order: 'silence' },
  { ...plain, grouped: true },
  { ...plain, site: '*', embed: true },
  { ...plain, site: '@writing' },
  { ...plain, compare: 'year' },
  { ...plain, detail: 'utm_campaign' },
  { ...plain, goal: pro },
  { ...plain, ...funnel, per: 'session', within: '12h', split: 'country' },
  { ...plain, report: 'retention', granularity: 'month' },
  { ...plain, report: 'journeys', depth: 6, single: true, from: signup },
  { ...plain, report: 'journeys', to: pro },
  { ...plain, report: 'crawlers', crawl: [{ dimension: 'page', operator: ':', values: ['/a\\', '/b|'] }] },
  { ...plain, report: 'explore', explored: asked },
  { ...plain, report: 'crawlers', crawl: [{ dimension: 'page', operator: ':', values: ['/a\\', '/b'] }] },
  { ...plain, compare: { first: '2026-10-01', last: '2026-10-07' } },
])('reads %j back from its address', (view) => {
  expect(readView(viewText(view), 'Europe/Amsterdam')).toEqual({ view, wrong: [] });
});

test('reports each invalid part, and reads the rest', () => {
  const made =
    '?site=<b>&period=soon&tz=Mars/Base&by=heart&filter=x&filter=country:NL&page=..&compare=maybe&fliter=os:iOS';
  const { view, wrong } = readView(made, 'Europe/Amsterdam');
  expect(view).toEqual({ ...plain, filters: [{ dimension: 'country', operator: ':', values: ['NL'] }] });
  const [some, form] = [expect.stringContaining, expect.stringMatching];
  const names = 'site, embed, group, order, grouped, period, tz, compare, by, filter, page, detail, goal, ';
  expect(wrong).toEqual([
    { name: 'site', sent: '<b>', accepts: '1 to 64 letters, digits and . _ -' },
    { name: 'period', sent: 'soon', accepts: some('today, yesterday, 24h') },
    { name: 'tz', sent: 'Mars/Base', accepts: 'a time zone such as Europe/Paris or UTC' },
    { name: 'compare', sent: 'maybe', accepts: form('^no, previous, year, or the first and') },
    { name: 'by', sent: 'heart', accepts: 'one of hour, day, week, month' },
    { name: 'filter', sent: 'x', accepts: some('such as country:NL') },
    { name: 'page', sent: '..', accepts: 'a path that begins with /' },
    { name: 'fliter', sent: undefined, accepts: form(`^one of the names ${names}`) },
  ]);
});

const filters21 = Array(21).fill('filter=country:NL').join('&');
const steps11 = Array(11).fill('step=page:/').join('&');
const repeated = ['period=', 'period=7d&period=7d', filters21, steps11, 'Period=7d', 'key=secret'];
const outOfRange = ['within=29m', 'within=91d', 'depth=7', 'embed=yes', 'tz=%2B03:00', 'split=page'];
const unknown = ['goal=Signup', 'goal=country:NL', 'report=heatmap', 'detail=toString'];
const crawls = ['crawl=country:NL', 'crawl=purpose:fun', Array(21).fill('crawl=page:/').join('&')];
const explored = ['dimensions=visits', 'dimensions=source,city,os,page', 'offset=-1', 'show=pie'];
const together = ['report=funnel&step=page:/&step=source:Google', 'from=page:/&to=page:/'];

const mistakes = [...repeated, ...outOfRange, ...unknown, ...crawls, ...explored, ...together];
test.each(mistakes)('%.60s is wrong in one part', (search) => {
  const { wrong } = readView(search, 'UTC');
  expect(wrong).toHaveLength(1);
  expect(JSON.stringify(wrong)).not.toContain('secret');
});

const campaigns = ['utm_source=x&utm_campaign=y', 'mc_cid=x&mc_eid=y', '_hsenc=x'];
test.each([...campaigns, 'msclkid=x', 'fbclid=x', 'gclid=x&gbraid=y'])(
  '%s, which other programs append to links, is passed over',
  (search) => {
    const read = readView(`?period=30d&${search}`, 'Europe/Amsterdam');
    expect(read).toEqual({ view: { ...plain, period: '30d' }, wrong: [] });
  },
);
