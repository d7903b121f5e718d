import { chosenEvents, chosenPageviews, chosenSessions, holdsTime, type Range } from '../chosen.ts';
import { isOfPageviews, pageviewDimensions, pageviewFits, sessionDimensions } from '../filter.ts';
import { conversionsOf } from '../goal.ts';
import { byBytes } from '../order.ts';
import { rounded } from '../rounded.ts';
import type { Event, Pageview, Session } from '../site.ts';
import { bucketStarts, localIso } from '../wall-clock.ts';
import { granularityOf } from './buckets.ts';
import { duration } from './overview.ts';
import { distinct, isoOf, part, type ReportBody, type ResolvedRequest, sum, visitorsIn } from './report.ts';
import { decimal } from './revenue.ts';

/** The items that a row counts. */
interface Counted {
  values: readonly string[];
  sessions: Session[];
  views: Pageview[];
  events: Event[];
  /** The visitor of each conversion. */
  conversions: string[];
  isRow: boolean;
}

const ratio = (numerator: number, denominator: number): Fraction => [BigInt(numerator), BigInt(denominator)];

type ValueOf = (dimension: string) => string;

/** A fraction of whole numbers: sums of money need more digits than a `number` has. */
type Fraction = readonly [numerator: bigint, denominator: bigint];
type Of = Pick<Pageview, 'page_path' | 'referrer'>;

const isOfPage = (name: string): name is keyof typeof pageviewDimensions => name in pageviewDimensions;
const isOfSession = (name: string): name is keyof typeof sessionDimensions => name in sessionDimensions;
const isOfEvent = (name: string) => name === 'event' || name.startsWith('prop.');

/** Pageviews, repeated for each value of the dimensions of pageviews. */
function pagesOf(views: readonly Of[], dimensions: readonly string[]): Of[] {
  if (!dimensions.some(isOfPage)) return [{ page_path: '', referrer: '' }];
  const key = (view: Of) =>
    JSON.stringify(dimensions.filter(isOfPage).map((name) => pageviewDimensions[name](view)));
  return [...new Map(views.map((view) => [key(view), view])).values()];
}

/** The metrics of a question by its dimensions. */
export function query(request: ResolvedRequest): ReportBody {
  const { timezone, question: asked, range, compared } = request;
  const { dimensions, metrics, sort } = asked;
  const isCompared = asked.compare && !dimensions.includes('bucket');
  const now = rowsOf(request, range);
  const granularity = dimensions.includes('bucket') && granularityOf(range, request.granularity);
  const first = metrics[0] ?? '';
  const then = isCompared && compared ? rowsOf({ ...request, granularity: undefined }, compared) : new Map();
  const isByChange = isCompared && (sort === 'rising' || sort === 'falling');
  if (isByChange) {
    for (const [key, { values }] of then) if (!now.has(key)) now.set(key, nothing(values, false));
  }
  const valued = [...now].map(([key, row]) => {
    const value = (name: string) => metricOf(name, row, request, range);
    const before = then.get(key) ?? nothing(row.values, false);
    const change = compared
      ? difference(value(first), metricOf(first, before, request, compared))
      : undefined;
    return { row, value, before, change };
  });
  type Valued = (typeof valued)[number];
  const byValues = (a: Valued, b: Valued) =>
    a.row.values
      .map((value, index) => byBytes(value, b.row.values[index] ?? ''))
      .find((order) => order !== 0) ?? 0;
  const decimalsOf = (name: string) => (name === 'focus_time_ms' ? 0 : name.startsWith('revenue.') ? 4 : 2);
  const bySize = (of: (row: Valued) => bigint | undefined, descending: boolean) => (a: Valued, b: Valued) => {
    const [x, y] = [of(a), of(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    const order = x === y ? 0 : x < y ? -1 : 1;
    return descending ? -order : order;
  };
  const byMetric = (name: string, descending: boolean) =>
    bySize(({ value }) => units(value(name), decimalsOf(name)), descending);
  const order = (a: Valued, b: Valued): number => {
    if (isByChange) {
      const change = ({ change }: Valued) => change && units(change, 9);
      const size = compared ? bySize(change, sort === 'rising')(a, b) : 0;
      return size || byMetric(first, true)(a, b) || byValues(a, b);
    }
    const name = sort?.replace(/^-/, '') ?? (dimensions.includes('bucket') ? 'bucket' : first);
    const descending = sort ? sort.startsWith('-') : name !== 'bucket';
    if (!dimensions.includes(name)) return byMetric(name, descending)(a, b) || byValues(a, b);
    const place = dimensions.indexOf(name);
    const own = byBytes(a.row.values[place] ?? '', b.row.values[place] ?? '');
    return (descending ? -own : own) || byValues(a, b);
  };
  const shown = (name: string, fraction: Fraction) =>
    name.startsWith('revenue.')
      ? decimal((fraction[0] * 10_000n) / fraction[1])
      : rounded(...fraction, decimalsOf(name));
  const rows = valued.sort(order).map(({ row, value, before, change }) => ({
    ...Object.fromEntries(
      dimensions.map((name, index) => [name, written(name, row.values[index] ?? '', timezone)]),
    ),
    ...Object.fromEntries(metrics.map((name) => [name, shown(name, value(name))])),
    ...(isCompared && {
      previous: compared ? shown(first, metricOf(first, before, request, compared)) : null,
      change: change ? (first.startsWith('revenue.') ? shown(first, change) : rounded(...change)) : null,
      growth_rate: change && compared ? growth(change, metricOf(first, before, request, compared)) : null,
    }),
  }));
  const listed = part(rows, request);
  return {
    ...listed,
    meta: {
      ...listed.meta,
      source: expect.stringMatching(/^(sums|rows)$/),
      ...(granularity && { granularity }),
      ...(isCompared && {
        compare: compared && isoOf(compared),
      }),
    },
  };
}

const difference = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const growth = ([a, b]: Fraction, [c, d]: Fraction) => (b === 0n ? null : rounded(100n * a * d, b * c));

/** A fraction in units of its last decimal, halves rounded up; undefined over 0. */
function units([above, below]: Fraction, decimals: number): bigint | undefined {
  if (below === 0n) return undefined;
  const [twice, whole] = [2n * above * 10n ** BigInt(decimals) + below, 2n * below];
  const rest = ((twice % whole) + whole) % whole;
  return (twice - rest) / whole;
}

/** Padded, so that buckets sort as numbers. */
const padded = (at: number) => String(at + 1e15);
const written = (name: string, value: string, timezone: string) =>
  name === 'bucket' ? localIso(Number(value) - 1e15, timezone) : value;

const nothing = (values: readonly string[], isRow: boolean): Counted => ({
  values,
  sessions: [],
  views: [],
  events: [],
  conversions: [],
  isRow,
});

function rowsOf(request: ResolvedRequest, range: Range): Map<string, Counted> {
  const { site, filters, goals, timezone, question } = request;
  const { dimensions, metrics } = question;
  const rows = new Map<string, Counted>();
  const starts = dimensions.includes('bucket')
    ? bucketStarts(range.start, range.end, granularityOf(range, request.granularity), timezone)
    : [];
  const at = (of: ValueOf): Counted => {
    const values = dimensions.map(of);
    const key = JSON.stringify(values);
    const row = rows.get(key) ?? nothing(values, false);
    rows.set(key, row);
    return row;
  };
  const bucketAt = (time: number) => padded(starts.findLast((start) => start <= time) ?? 0);
  const ofEvents = dimensions.some(isOfEvent);
  const has = (...names: string[]) => metrics.some((name) => names.includes(name.replace(/\..*/, '')));
  const isOnlyOfGoals = metrics.every((name) => name.startsWith('conversion'));
  const visitors = has('visitors', 'new_visitors', 'conversion_rate') || isOnlyOfGoals;
  const ofSessions = dimensions.some(isOfSession);
  const sessions =
    !ofEvents &&
    (has('visits', 'bounce_rate', 'visit_duration_seconds', 'views_per_visit') || (visitors && ofSessions));
  const views =
    !ofEvents &&
    (has('pageviews', 'focus_time_ms', 'scroll_depth', 'views_per_visit') || (visitors && !ofSessions));
  const valueFor =
    (session: Session | undefined, page: Of, time: number): ValueOf =>
    (name) => {
      if (name === 'bucket') return bucketAt(time);
      if (isOfPage(name)) return pageviewDimensions[name](page);
      if (isOfSession(name)) return session ? sessionDimensions[name](session) : '';
      return '';
    };
  if (dimensions.length === 0) at(() => '').isRow = true;
  if (dimensions.length === 1 && starts.length > 0)
    for (const start of starts) at(() => padded(start)).isRow = true;
  for (const session of sessions ? chosenSessions(site, range, filters) : []) {
    const viewed = session.pageviews.filter(({ entered_at }) => holdsTime(range, entered_at));
    for (const page of pagesOf(viewed, dimensions)) {
      const row = at(valueFor(session, page, session.first_seen_at));
      row.sessions.push(session);
      row.isRow = true;
    }
  }
  for (const view of views ? chosenPageviews(site, range, filters) : []) {
    const row = at(valueFor(view.session, view, view.entered_at));
    row.views.push(view);
    row.isRow = true;
  }
  const events = ofEvents || has('events', 'revenue') ? chosenEvents(site, range, filters) : [];
  const properties = dimensions
    .filter((name) => name.startsWith('prop.'))
    .map((name) => name.slice('prop.'.length));
  for (const event of events) {
    const { ping, session } = event;
    if (!properties.every((name) => Object.hasOwn(ping.props, name))) continue;
    const row = at((name) => {
      if (name === 'event') return ping.event;
      if (name === 'page') return ping.page_path;
      if (name === 'site') return ping.site_id;
      if (name.startsWith('prop.')) return ping.props[name.slice('prop.'.length)] ?? '';
      return valueFor(session, ping, ping.pinged_at)(name);
    });
    row.events.push(event);
    row.isRow = true;
  }
  // Filters on pageviews select the views that count; the others select the sessions that convert.
  const byPage = dimensions.some(isOfPage);
  const onPageviews = byPage ? filters.filter(({ dimension }) => isOfPageviews(dimension)) : [];
  const others = filters.filter((filter) => !onPageviews.includes(filter));
  const [goal] = goals;
  for (const { at: time, session, visitor_id } of goal
    ? conversionsOf(goal, { site, range, filters: others })
    : []) {
    if (session === undefined && dimensions.some((name) => name !== 'bucket')) continue;
    const viewed = session?.pageviews.filter(
      (view) => view.entered_at <= time && pageviewFits(view, onPageviews),
    );
    for (const page of pagesOf(viewed ?? [], dimensions))
      at(valueFor(session, page, time)).conversions.push(visitor_id);
  }
  for (const [key, row] of rows) if (!row.isRow) rows.delete(key);
  return rows;
}

function metricOf(
  name: string,
  row: Counted,
  { site, question, granularity, timezone }: ResolvedRequest,
  range: Range,
): Fraction {
  const { sessions, views, events, conversions, values } = row;
  const { dimensions } = question;
  const ofEvents = dimensions.some(isOfEvent);
  const visitorIds = (dimensions.some(isOfSession) ? sessions : views).map(({ visitor_id }) => visitor_id);
  const visitors = [...new Set(visitorIds)];
  const counts = (of: number): Fraction => ratio(of, 1);
  switch (name) {
    case 'visits':
      return counts(ofEvents ? distinct(events.flatMap(({ session }) => session ?? [])) : sessions.length);
    case 'bounce_rate':
      return ratio(
        100 * sessions.filter((session) => session.pageviews.length === 1).length,
        sessions.length,
      );
    case 'visit_duration_seconds':
      return ratio(sum(sessions.map(duration)), 1000 * sessions.length);
    case 'pageviews':
      return counts(views.length);
    case 'focus_time_ms':
      return ratio(sum(views.map((view) => view.focus_time_ms)), views.length);
    case 'scroll_depth':
      return ratio(sum(views.map((view) => view.scroll_depth)), views.length);
    case 'views_per_visit':
      return ratio(views.length, sessions.length);
    case 'visitors':
      return counts(ofEvents ? visitorsIn(events) : visitors.length);
    case 'new_visitors': {
      const place = dimensions.indexOf('bucket');
      const starts =
        place < 0 ? [] : bucketStarts(range.start, range.end, granularityOf(range, granularity), timezone);
      const start = Number(values[place] ?? '0') - 1e15;
      const end = starts.find((next) => next > start) ?? range.end;
      const bucket = place < 0 ? range : { start: Math.max(start, range.start), end };
      return counts(visitors.filter((visitor) => holdsTime(bucket, site.firstSeen.get(visitor) ?? 0)).length);
    }
    case 'events':
      return counts(events.length);
    case 'conversions':
      return counts(conversions.length);
    case 'conversion_rate':
      return ratio(100 * distinct(conversions.filter((visitor) => visitor !== '')), visitors.length);
    default: {
      const own = events.filter(({ ping }) => ping.currency === name.slice('revenue.'.length));
      return [own.reduce((total, { amount }) => total + amount, 0n), 10_000n];
    }
  }
}
