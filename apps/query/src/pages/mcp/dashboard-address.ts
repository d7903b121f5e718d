import { crawlDimensions } from '@tallyhouse/filter';
import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { conditionsOf, type ListedSites } from '@tallyhouse/sites';
import { z } from 'zod';
import type { Query } from '../../parameters/read.ts';
import { clockOf } from '../../time/clock.ts';
import type { Sent } from './arguments.ts';

/** Parameters of a URL by name; undefined removes one. */
type Shown = Readonly<Record<string, unknown>>;

/** The dashboard view of an endpoint. Other endpoints are shown by the panels of a site. */
const opened: Readonly<Record<string, (sent: Sent) => Shown>> = {
  '/pages': () => ({ detail: 'page' }),
  '/search': () => ({ detail: 'page' }),
  '/pages/:encoded_page_path/engagement': ({ inPath }) => pageOf(String(inPath['encoded_page_path'])),
  '/sources': () => ({ detail: 'source' }),
  '/breakdown': ({ query: { dimension } }) => ({ detail: isListed(dimension) ? dimension : undefined }),
  '/geo': () => ({ detail: 'country' }),
  '/devices': () => ({ detail: 'browser' }),
  '/pageviews-over-time': ({ query: { granularity } }) => ({ by: granularity }),
  '/query': ({ query: { dimensions, metrics, sort, granularity } }) => ({
    report: 'explore',
    dimensions: dimensions || undefined,
    metrics,
    // Explore compares nothing.
    sort: /^(rising|falling)$/.test(String(sort)) ? undefined : sort,
    by: granularity,
  }),
  '/realtime': () => ({ report: 'realtime' }),
  '/events': () => ({ detail: 'event' }),
  '/events/:encoded_event/properties': () => ({ detail: 'event' }),
  '/events-over-time': () => ({ detail: 'event' }),
  '/funnel': ({ query: { step, by, within } }) => ({ report: 'funnel', step, per: by, within }),
  '/retention': ({ query: { granularity } }) => ({ report: 'retention', by: granularity }),
  '/journeys': ({ query: { depth, from, to } }) => ({ report: 'journeys', depth, from, to }),
  '/crawlers': crawled,
  '/crawlers-over-time': crawled,
  '/coverage': crawled,
  '/sites': () => ({ site: undefined, filter: undefined, goal: undefined }),
  '/sites/:id': ({ inPath }) => ({ site: inPath['id'] }),
};

/** Crawler filters use a parameter of their own. The view has no properties of visits, which the API finds empty. */
function crawled({ query: { filter, granularity } }: Sent): Shown {
  const crawl = listOf(filter).filter((text) => crawlDimensions.has(text.replace(/[!:~].*/s, '')));
  return { report: 'crawlers', by: granularity, filter: undefined, crawl };
}

const isListed = (dimension: unknown) =>
  dimension === 'exit_page' || (typeof dimension === 'string' && Object.hasOwn(sessionDimensions, dimension));

/** Selects the page in the list. */
const pageOf = (path: string): Shown =>
  /^https?:/i.test(path) ? { detail: 'page' } : { page: path.startsWith('/') ? path : `/${path}` };

const text = z.string();
const resolved = z.object({ sites: z.array(text), start: text, end: text, timezone: text });

/** Periods of the same days in the dashboard, or nearly: 12mo begins with a month there. */
const periods = ['today', 'yesterday', '24h', '7d', '30d', '90d', 'month', 'year', 'all'];

const listOf = (sent: unknown) => [sent ?? []].flat().map(String);

/** The dashboard view that shows a report, or the closest one. @param meta of the response */
export function dashboardAddress(
  base: string,
  path: string,
  { query, inPath }: Sent,
  meta: object,
  listed: ListedSites,
): string {
  const range = resolved.parse(meta);
  // The dashboard does not know the names of goals.
  const goalsIn = (name: string) =>
    listOf(query[name]).flatMap((text) => conditionsOf(text, range.sites, listed));
  const goals = Object.fromEntries(['goal', 'step', 'from', 'to'].map((name) => [name, goalsIn(name)]));
  // It selects the site by a parameter of its own.
  const filter = listOf(query['filter']).filter((text) => !/^site[!:~]/.test(text));
  const { period = '7d', start, end, compare } = query;
  const isNamed = start === undefined && end === undefined && periods.includes(String(period));
  const shown: Shown = {
    site: siteOf(query),
    period: isNamed ? period : daysOf(range),
    // Without it the days would be those of the site's zone, or of the reader's.
    tz: range.timezone,
    compare: /^(year|[\d-]+\/[\d-]+)$/.test(String(compare)) ? asDays(String(compare).split('/')) : undefined,
    filter,
    goal: goals['goal']?.slice(0, 1),
    ...opened[path]?.({ query: { ...query, ...goals, filter }, inPath }),
  };
  const pairs = Object.entries(shown).flatMap(([name, values]) =>
    listOf(values).map((value): [string, string] => [name, value]),
  );
  return `${base}/?${new URLSearchParams(pairs)}`;
}

/** The site of a report, or the one that a filter leaves of several; all of them for a list. */
function siteOf({ site_id = 'blog', filter }: Query): string {
  const asked = String(site_id);
  const left = listOf(filter).flatMap((text) => /^site:([\w.-]+)$/.exec(text)?.[1] ?? []);
  const [site = asked] = /[*@,]/.test(asked) ? left : [];
  return site.includes(',') ? '*' : site;
}

/** The local days that a range overlaps, as the dashboard writes them. */
function daysOf({ start, end, timezone }: z.output<typeof resolved>): string {
  const clock = clockOf(timezone);
  return asDays([Date.parse(start), Date.parse(end) - 1].map((at) => clock.iso(at).slice(0, 10)));
}

/** The dashboard has no day before 1990. */
const asDays = (days: string[]) => days.map((day) => (day < '1990' ? '1990-01-01' : day)).join('_');
