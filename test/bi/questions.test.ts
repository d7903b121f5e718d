import { metrics, sqlOf } from '@tallyhouse/bi-assets';
import { forAllTests } from '../api/shared-service.ts';
import { readSite, type Session } from '../oracle/site.ts';
import { day, hour } from '../oracle/traffic/moment.ts';
import { blogPings } from './blog.ts';
import { pageQuestions } from './page-questions.ts';
import { rowsOf, startForTools } from './tools.ts';

const questions = pageQuestions();

type Row = unknown[];

const from = Date.parse('2026-11-02T00:00:00Z');
const until = Date.parse('2026-11-16T00:00:00Z');
const isWithin = (at: number) => at >= from && at < until;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const weekOf = (at: number) => dateOf(from + Math.floor((at - from) / (7 * day)) * 7 * day);
const rounded = (number: number) => Math.round(number * 100) / 100;

const pings = blogPings();
const site = readSite(
  ['blog'],
  pings.filter(({ drop_reason }) => drop_reason === ''),
);
const pageviews = site.pageviews.filter(({ entered_at }) => isWithin(entered_at));
const sessions = site.sessions.filter(({ first_seen_at }) => isWithin(first_seen_at));
const events = site.events.filter(({ ping }) => isWithin(ping.pinged_at));

const tools = forAllTests(startForTools);
const reported: typeof tools.reported = (...asked) => tools.reported(...asked);

/** Items in groups of the same key. */
function groups<T>(items: readonly T[], keyOf: (item: T) => Row): [key: Row, own: T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return [...found].map(([key, own]) => [JSON.parse(key), own]);
}
const counts = (keys: Row[]) => groups(keys, (key) => key).map(([key, own]) => [...key, own.length]);

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const quantile = (numbers: number[], share: number) =>
  numbers.sort((a, b) => a - b)[Math.min(Math.floor(share * numbers.length), numbers.length - 1)];
const revenueOf = (own: typeof events) => Number(own.reduce((sum, { amount }) => sum + amount, 0n)) / 10_000;
const durationOf = (session: Session) => session.last_seen_at - session.first_seen_at;
const isLong = (session: Session) => session.pageviews.length > 3;
const focusOf = (view: (typeof pageviews)[number]) => view.focus_time_ms;
const isDeep = (view: (typeof pageviews)[number]) => view.scroll_depth >= 75;

/** The response to each question, from the API or, where it has none, from the definitions. */
const answers: (() => Promise<Row[]> | Row[])[] = [
  async () => rowsOf(await reported('/overview'), 'pageviews', 'unique_visitors'),
  async () => rowsOf(await reported('/overview'), 'sessions', 'bounce_rate', 'avg_session_duration_seconds'),
  async () => {
    const series = await reported('/pageviews-over-time', { granularity: 'day' });
    const rows = rowsOf(series, 'bucket', 'pageviews', 'sessions', 'unique_visitors');
    return rows.map(([bucket, ...numbers]) => [`${bucket}`.slice(0, 10), ...numbers]);
  },
  async () => rowsOf(await reported('/pages'), 'page_path', 'views'),
  async () => rowsOf(await reported('/pages'), 'page_path', 'avg_focus_time_ms', 'avg_scroll_depth'),
  async () => rowsOf(await reported('/sources'), 'source', 'medium', 'visits', 'bounce_rate'),
  async () => rowsOf(Object(await reported('/geo')).countries, 'country', 'visits'),
  async () => rowsOf(Object(await reported('/devices')).device_types, 'device_type', 'visits', 'percentage'),
  async () => rowsOf(await reported('/overview'), 'returning_visitor_percentage'),
  () => counts(sessions.map((session) => [session.first.country, session.pageviews[0]?.page_path])),
  async () =>
    rowsOf(await reported('/breakdown', { dimension: 'exit_page' }), 'value', 'visits', 'unique_visitors'),
  () => counts(pageviews.filter(({ page_path }) => page_path === '/pricing').map((view) => [nextPage(view)])),
  () => {
    const ofCampaigns = sessions.filter(({ first }) => first.utm_campaign !== '');
    const keyOf = ({ first_seen_at, first }: Session) => [weekOf(first_seen_at), first.utm_campaign];
    const viewsOf = (own: Session[]) => own.map((session) => session.pageviews.length);
    return groups(ofCampaigns, keyOf).map(([key, own]) => [...key, own.length, rounded(mean(viewsOf(own)))]);
  },
  () => {
    const found = groups(pageviews, ({ session }) => [session.first.device_type]);
    return found.map(([key, own]) => [...key, quantile(own.map(focusOf), 0.5)]);
  },
  () => {
    const found = groups(sessions, ({ first }) => [first.device_type]);
    return found.map(([key, own]) => [...key, quantile(own.map(durationOf), 0.9)]);
  },
  () => {
    const found = groups(pageviews, ({ page_path }) => [page_path]);
    return found.map(([key, own]) => [...key, rounded((100 * own.filter(isDeep).length) / own.length)]);
  },
  () => {
    const ofIndia = pageviews.filter(({ session }) => session.first.country === 'IN');
    return counts(ofIndia.map(({ entered_at }) => [new Date(entered_at + 5.5 * hour).getUTCHours()]));
  },
  async () =>
    rowsOf(await reported('/retention', { granularity: 'week' }), 'cohort', 'returned')
      .flatMap(([cohort, returned]) => [returned].flat().map((visitors, weeks) => [cohort, weeks, visitors]))
      .filter(([, , visitors]) => visitors !== 0),
  () => {
    const found = groups(sessions, ({ first }) => [first.source]);
    return found.map(([key, own]) => [...key, own.length, own.filter(isLong).length]);
  },
  async () =>
    rowsOf(await reported('/events'), 'event', 'conversion_rate').flatMap(([event, rate]) =>
      event === 'Signup' ? [[rate]] : [],
    ),
  () => {
    const begun = site.sessions.map((session) =>
      session.pageviews.filter(({ entered_at }) => isWithin(entered_at)),
    );
    const priced = begun.filter((views) => views.some(({ page_path }) => page_path === '/pricing'));
    const bought = priced.filter((views) => {
      const { entered_at = 0 } = views.find(({ page_path }) => page_path === '/pricing') ?? {};
      return views.some((view) => view.page_path === '/checkout' && view.entered_at > entered_at);
    });
    return [[priced.length, bought.length]];
  },
  () => {
    const paid = events.filter(({ ping }) => ping.currency !== '');
    const keyOf = ({ session, ping }: (typeof paid)[number]) => [session?.first.source ?? '', ping.currency];
    return groups(paid, keyOf).map(([key, own]) => [...key, revenueOf(own)]);
  },
  () => {
    const found = groups(events, ({ ping }) => [ping.event, ping.currency]);
    return found.map(([key, own]) => [...key, own.length, revenueOf(own)]);
  },
  () => counts(events.filter(({ ping }) => ping.event === 'Signup').map(({ ping }) => [ping.props['plan']])),
  async () => {
    const { stored, dropped_by_reason } = Object(await reported('/pings'));
    const dropped = rowsOf(dropped_by_reason, 'reason', 'pings').map((row) => ['dropped', ...row]);
    return [['stored', '', stored], ...dropped];
  },
  async () => {
    const rows = rowsOf(await reported('/sites'), 'site_id', 'last_ping_at');
    return rows.map(([id, at]) => [id, `${at}`.replace('T', ' ').replace('Z', '')]);
  },
];

function nextPage({ session, pageview_id, page_path }: (typeof pageviews)[number]): string {
  const place = session.pageviews.findIndex((view) => view.pageview_id === pageview_id);
  return session.pageviews.slice(place).find((view) => view.page_path !== page_path)?.page_path ?? '';
}

const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

test('docs/bi.md has at least twenty-five questions, each with an answer here', () => {
  expect(questions.length).toBeGreaterThanOrEqual(25);
  expect(answers).toHaveLength(questions.length);
});

test.each(questions)('$text', async ({ text, sql }) => {
  const answer = await answers[questions.findIndex((one) => one.text === text)]?.();
  expect(answer).not.toEqual([]);
  expect(sorted(await tools.bi.rows(sql))).toEqual(sorted(answer ?? []));
});

const expressionOf = (view: string, metric: string) => {
  const found = metrics.find((one) => one.view === view && one.name === metric);
  return found === undefined ? '' : sqlOf(found);
};
const inWeeks = "site_id = 'blog' and date >= '2026-11-02' and date < '2026-11-16'";

// Measures of the shipped datasets and models, their dimensions, and the same fields of a report.
const overview = { bounce_rate: 'bounce_rate', avg_visit_seconds: 'avg_session_duration_seconds' };
const reading = { avg_focus_seconds: 'avg_focus_time_ms', avg_scroll_depth: 'avg_scroll_depth' };
test.each<[string, string, Record<string, string>, string]>([
  ['pageviews', '', { pageviews: 'pageviews', visitors: 'unique_visitors' }, '/overview'],
  ['pageviews', 'page_path', reading, '/pages'],
  ['sessions', 'device_type', { visits: 'visits' }, '/devices'],
  ['sessions', '', overview, '/overview'],
  ['sessions', 'source, medium', { visits: 'visits', bounce_rate: 'bounce_rate' }, '/sources'],
  ['events', 'event', { events: 'events', event_visitors: 'unique_visitors' }, '/events'],
  ['days', '', { pageviews_total: 'pageviews', sessions_total: 'sessions', ...overview }, '/overview'],
  ['pages_daily', 'page_path', { views_total: 'views', ...reading }, '/pages'],
  ['sources_daily', 'source, medium', { visits_total: 'visits', bounce_rate: 'bounce_rate' }, '/sources'],
  ['places_daily', 'country', { visits_total: 'visits' }, '/geo'],
  ['devices_daily', 'device_type', { visits_total: 'visits' }, '/devices'],
  ['events_daily', 'event', { events_total: 'events' }, '/events'],
])('of %s by "%s" the metrics %o are what %s says', async (view, by, names, path) => {
  const values = Object.entries(names).map(([metric, member]) => {
    const [scale, digits] = member.endsWith('_ms') ? [1000, 0] : [1, 2];
    return `round(${scale} * (${expressionOf(view, metric)}), ${digits})`;
  });
  const columns = by === '' ? values : [by, ...values];
  const asked = `select ${columns.join()} from bi.${view} where ${inWeeks} ${by && `group by ${by}`}`;
  const data = await reported(path);
  const keys = by === '' ? [] : by.split(', ');
  const said = rowsOf(
    Object(data).countries ?? Object(data).device_types ?? data,
    ...keys,
    ...Object.values(names),
  );
  const found = await tools.bi.rows(asked);
  expect(found).not.toEqual([]);
  expect(sorted(found)).toEqual(sorted(said));
});

test('revenue is by currency: of several there is none', async () => {
  for (const view of ['events', 'events_daily']) {
    const asked = `select ${expressionOf(view, 'revenue')} from bi.${view} where ${inWeeks}`;
    expect(await tools.bi.rows(asked)).toEqual([[null]]);
    const byCurrency = groups(events, ({ ping }) => [ping.currency]);
    const found = await tools.bi.rows(`${asked.replace('select', 'select currency,')} group by currency`);
    expect(sorted(found)).toEqual(sorted(byCurrency.map(([key, own]) => [...key, revenueOf(own)])));
  }
});

test('first visits, pageviews of a visit, new visitors and pings are those of the definitions', async () => {
  const firstVisit = new Map<string, number>();
  for (const { visitor_id, first_seen_at } of site.sessions)
    firstVisit.set(visitor_id, Math.min(first_seen_at, firstVisit.get(visitor_id) ?? first_seen_at));
  const firsts = [...firstVisit.values()].filter(isWithin).length;
  const ask = async (view: string, metric: string, where = inWeeks) =>
    (await tools.bi.rows(`select ${expressionOf(view, metric)} from bi.${view} where ${where}`))[0]?.[0];
  expect(await ask('visitors', 'new_visitors')).toBe(firsts);
  expect(await ask('sessions', 'new_visits')).toBe(firsts);
  const perVisit = mean(sessions.map((session) => session.pageviews.length));
  expect(Number(await ask('sessions', 'pageviews_per_visit'))).toBeCloseTo(perVisit, 9);
  const of = "site_id = 'blog' and hour >= '2026-11-02' and hour < '2026-11-16' and outcome = 'stored'";
  expect(await ask('pings_hourly', 'pings_total', of)).toBe(Object(await reported('/pings')).stored);
});
