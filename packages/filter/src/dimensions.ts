import { purposes } from '@tallyhouse/crawlers/purposes';
import { propName } from '@tallyhouse/ping';
import { sessionDimensions } from '@tallyhouse/ping/session-properties';

/**
 * The owner of a dimension. All rows have their site. `exit` and `visitor` are properties of sessions too, but live rows need another table
 * for them, which is read only for such a filter (apps/query/src/read/filter/passing.ts). Settled rows have the exit page. A filter on an
 * event selects the sessions with such events.
 */
export type Holder = 'site' | 'pageview' | 'session' | 'exit' | 'visitor' | 'event' | 'crawl';

export interface Dimension {
  holder: Holder;
  /** A column of `pageviews`, `sessions` or `events`, or one that is computed for the holder. */
  column: string;
  /** The name of a property of events, where the column holds several. */
  property?: string;
  /** All possible values, where they are few. */
  values?: readonly string[];
}

const properties = Object.keys(sessionDimensions).map((column): [string, Dimension] => [
  column,
  { holder: 'session', column },
]);

export const visitorTypes: readonly string[] = ['new', 'returning'];

/** The dimensions of filters. Only column names from this list become part of SQL. */
export const dimensions = new Map<string, Dimension>([
  ['page', { holder: 'pageview', column: 'page_path' }],
  ...properties,
  ['exit_page', { holder: 'exit', column: 'exit_page' }],
  ['referrer', { holder: 'pageview', column: 'referrer' }],
  ['visitor_type', { holder: 'visitor', column: 'visitor_type', values: visitorTypes }],
  ['site', { holder: 'site', column: 'site_id' }],
  ['event', { holder: 'event', column: 'event' }],
]);

/** The names of dimensions, as a regular expression: besides those of the list, `prop.` and the name of a property. */
export const dimensionPattern = `${[...dimensions.keys()].join('|')}|prop\\.${propName}`;

export function dimensionOf(name: string): Dimension | undefined {
  if (!name.startsWith('prop.')) return dimensions.get(name);
  return { holder: 'event', column: 'props', property: name.slice('prop.'.length) };
}

const ofCrawl = (column: string, values?: readonly string[]): Dimension => ({
  holder: 'crawl',
  column,
  ...(values && { values }),
});

/** The dimensions to filter reports of crawlers by: columns of `crawls`. */
export const crawlDimensions = new Map<string, Dimension>([
  ['page', { holder: 'pageview', column: 'page_path' }],
  ['site', { holder: 'site', column: 'site_id' }],
  ['hostname', ofCrawl('hostname')],
  ['operator', ofCrawl('operator')],
  ['crawler', ofCrawl('name')],
  ['purpose', ofCrawl('purpose', purposes)],
  ['seen_by', ofCrawl('seen_by', ['log', 'server', 'tracker'])],
]);

export const crawlDimensionPattern = `${[...crawlDimensions.keys()].join('|')}|${dimensionPattern}`;

/** A dimension of requests of pages. Dimensions of visits are empty, because a request belongs to no visit. */
export function crawlDimensionOf(name: string): Dimension | undefined {
  const ofVisits = dimensionOf(name);
  return crawlDimensions.get(name) ?? (ofVisits && ofCrawl("''", ofVisits.values));
}
