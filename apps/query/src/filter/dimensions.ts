import { sessionProperties } from '@tallyhouse/ping/session-properties';

/**
 * What a dimension is a property of. `exit` and `visitor` are about sessions too, but need another table: each has a .sql file
 * of its own, which is read only when such a filter is sent.
 */
export type Holder = 'pageview' | 'session' | 'exit' | 'visitor';

export interface Dimension {
  holder: Holder;
  /** A column of `pageviews` or `sessions`, or of the holder's .sql. */
  column: string;
  /** All possible values, where they are few. */
  values?: readonly string[];
}

const properties = Object.keys(sessionProperties).map((column): [string, Dimension] => [
  column,
  { holder: 'session', column },
]);

/** The dimensions to filter by. Only column names from this list become part of SQL. */
export const dimensions = new Map<string, Dimension>([
  ['page', { holder: 'pageview', column: 'page_path' }],
  ...properties,
  ['exit_page', { holder: 'exit', column: 'exit_page' }],
  ['referrer', { holder: 'pageview', column: 'referrer' }],
  ['visitor_type', { holder: 'visitor', column: 'visitor_type', values: ['new', 'returning'] }],
]);
