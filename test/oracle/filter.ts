import type { CrawlRow } from '@tallyhouse/ping';
import { channelOf } from './channel.ts';
import type { Event, Pageview, Session } from './site.ts';

export interface Filter {
  dimension: Dimension;
  operator: ':' | '!:' | '~' | '!~';
  /** One of them has to match. */
  values: string[];
}

/** The value of each dimension of a session. */
export const sessionDimensions = {
  site: (session) => session.first.site_id,
  entry_page: (session) => session.pageviews[0]?.page_path ?? '',
  entry_referrer: (session) => session.first.referrer,
  exit_page: (session) => session.pageviews.at(-1)?.page_path ?? '',
  source: (session) => session.first.source,
  medium: (session) => session.first.medium,
  channel: (session) => channelOf(session.first),
  utm_source: (session) => session.first.utm_source,
  utm_medium: (session) => session.first.utm_medium,
  utm_campaign: (session) => session.first.utm_campaign,
  utm_term: (session) => session.first.utm_term,
  utm_content: (session) => session.first.utm_content,
  country: (session) => session.first.country,
  region: (session) => session.first.region,
  city: (session) => session.first.city,
  browser: (session) => session.first.browser,
  browser_version: (session) => session.first.browser_version,
  os: (session) => session.first.os,
  os_version: (session) => session.first.os_version,
  device_type: (session) => session.first.device_type,
  hostname: (session) => session.first.hostname,
  language: (session) => session.first.language,
  screen: (session) => session.first.screen,
  visitor_type: (session) => (session.returning ? 'returning' : 'new'),
} satisfies Record<string, (session: Session) => string>;

/** The value of each dimension of a pageview. */
export const pageviewDimensions = {
  page: (pageview) => pageview.page_path,
  referrer: (pageview) => pageview.referrer,
} satisfies Record<string, (pageview: Pick<Pageview, 'page_path' | 'referrer'>) => string>;

/** The value of each dimension of a request. */
export const crawlDimensions = {
  page: (row) => row.page_path,
  site: (row) => row.site_id,
  hostname: (row) => row.hostname,
  operator: (row) => row.operator,
  crawler: (row) => row.name,
  purpose: (row) => row.purpose,
  seen_by: (row) => row.seen_by,
} satisfies Record<string, (row: CrawlRow) => string>;

export const crawlFits = (row: CrawlRow, filters: Filter[]): boolean =>
  filters.every(({ dimension, ...filter }) => {
    const of = Object.entries(crawlDimensions).find(([name]) => name === dimension)?.[1];
    // A request belongs to no visit.
    return valueFits(filter, of?.(row) ?? '');
  });

/** Dimensions of `/breakdown`. */
export type SessionDimension = keyof typeof sessionDimensions;
export type PageviewDimension = keyof typeof pageviewDimensions;
export type Dimension =
  | SessionDimension
  | PageviewDimension
  | keyof typeof crawlDimensions
  | 'event'
  | `prop.${string}`;

/** Whether a session meets every filter on a session dimension. */
export function sessionFits(session: Session, filters: Filter[]): boolean {
  return filters.every(
    ({ dimension, ...filter }) =>
      !isOfSessions(dimension) || valueFits(filter, sessionDimensions[dimension](session)),
  );
}

const isOfSessions = (dimension: Dimension): dimension is SessionDimension => dimension in sessionDimensions;

/** Whether an event meets every filter except those on referrers; without a session, session dimensions are empty. */
export function eventFits({ ping, session }: Event, filters: Filter[]): boolean {
  return filters.every(({ dimension, ...filter }) => {
    if (dimension === 'referrer') return true;
    if (dimension === 'event') return valueFits(filter, ping.event);
    if (dimension === 'page') return valueFits(filter, ping.page_path);
    if (dimension === 'site') return valueFits(filter, ping.site_id);
    if (isOfSessions(dimension))
      return valueFits(filter, session ? sessionDimensions[dimension](session) : '');
    const name = dimension.slice('prop.'.length);
    return valueFits(filter, Object.hasOwn(ping.props, name) ? (ping.props[name] ?? '') : '');
  });
}

/** A filter without its negation, if it has one. */
export function positive(filter: Filter): Filter {
  if (filter.operator === '!:') return { ...filter, operator: ':' };
  return filter.operator === '!~' ? { ...filter, operator: '~' } : filter;
}

/** Whether a pageview matches every filter on `page` and `referrer`. */
export function pageviewFits(pageview: Pick<Pageview, 'page_path' | 'referrer'>, filters: Filter[]): boolean {
  return filters.every(
    (filter) =>
      !isOfPageviews(filter.dimension) || valueFits(filter, pageviewDimensions[filter.dimension](pageview)),
  );
}

export const isOfPageviews = (dimension: Dimension): dimension is PageviewDimension =>
  dimension in pageviewDimensions;

export function valueFits({ operator, values }: Omit<Filter, 'dimension'>, actual: string): boolean {
  const contains = (value: string) => folded(actual).includes(folded(value));
  switch (operator) {
    case ':':
      return values.includes(actual);
    case '!:':
      return !values.includes(actual);
    case '~':
      return values.some(contains);
    case '!~':
      return !values.some(contains);
  }
}

/** Ignores case: capitals have no ß and no final sigma. */
export const folded = (text: string) => text.toLowerCase().toUpperCase();

export function written({ dimension, operator, values }: Filter): string {
  return dimension + operator + values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|');
}
