import { sessionProperties } from '@tallyhouse/ping/session-properties';

/**
 * Whose property a dimension is. `exit` and `visitor` are about sessions too, but take another table to tell: each has an
 * .sql of its own, which is read only when such a filter is sent.
 */
export type Holder = 'pageview' | 'session' | 'exit' | 'visitor';

export interface Dimension {
  holder: Holder;
  /** Of `pageviews` or `sessions`, or of what the holder's .sql makes. */
  column: string;
  /** All values there are, where they are few. */
  values?: readonly string[];
}

const properties = Object.keys(sessionProperties).map((column): [string, Dimension] => [
  column,
  { holder: 'session', column },
]);

/** What can be filtered by. Of a filter only the column that stands here becomes part of SQL. */
export const dimensions = new Map<string, Dimension>([
  ['page', { holder: 'pageview', column: 'page_path' }],
  ...properties,
  ['exit_page', { holder: 'exit', column: 'exit_page' }],
  ['referrer', { holder: 'pageview', column: 'referrer' }],
  ['visitor_type', { holder: 'visitor', column: 'visitor_type', values: ['new', 'returning'] }],
]);
