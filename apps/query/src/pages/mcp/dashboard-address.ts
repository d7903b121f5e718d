import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { z } from 'zod';
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
    sort,
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
  '/sites/:id': ({ inPath }) => ({ site: inPath['id'] }),
};

/** Crawler filters use a parameter of their own. */
function crawled({ query: { filter, granularity } }: Sent): Shown {
  const texts = [filter ?? []].flat().filter((text) => !/^site[!:~]/.test(String(text)));
  return { report: 'crawlers', by: granularity, filter: undefined, crawl: texts };
}

const isListed = (dimension: unknown) =>
  dimension === 'exit_page' || (typeof dimension === 'string' && Object.hasOwn(sessionDimensions, dimension));

/** Selects the page in the list. */
const pageOf = (path: string): Shown =>
  /^https?:/i.test(path) ? { detail: 'page' } : { page: path.startsWith('/') ? path : `/${path}` };

const resolved = z.object({ start: z.string(), end: z.string(), timezone: z.string() });

/** Periods that exist in the dashboard under the same name. */
const periods = ['today', 'yesterday', '24h', '7d', '30d', '90d', 'month', 'year', '12mo', 'all'];

/** The dashboard view that shows a report, or the closest one. @param meta of the response */
export function dashboardAddress(base: string, path: string, sent: Sent, meta: object): string {
  const { site_id: site = 'blog', period, start, end, timezone, compare, filter, goal } = sent.query;
  const isOne = typeof site === 'string' && !site.includes(',');
  const shown: Shown = {
    site: isOne && path !== '/sites' ? site : undefined,
    period:
      start === undefined && end === undefined && periods.includes(String(period ?? '7d'))
        ? (period ?? '7d')
        : daysOf(meta),
    tz: timezone,
    compare: compare === 'year' ? compare : undefined,
    // The dashboard selects the site by a parameter of its own.
    filter: [filter ?? []].flat().filter((text) => !/^site[!:~]/.test(String(text))),
    goal: [goal ?? []].flat().slice(0, 1),
    ...opened[path]?.(sent),
  };
  const pairs = Object.entries(shown).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
  return `${base.replace(/\/+$/, '')}/?${new URLSearchParams(pairs)}`;
}

/** The local days that a range overlaps, as the dashboard writes them. */
function daysOf(meta: object): string {
  const { start, end, timezone } = resolved.parse(meta);
  const clock = clockOf(timezone);
  const dayOf = (at: number) => clock.iso(at).slice(0, 10);
  return `${dayOf(Date.parse(start))}_${dayOf(Date.parse(end) - 1)}`;
}
