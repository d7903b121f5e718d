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

const ofSession = (column: string): Dimension => ({ holder: 'session', column });

/** The dimensions to filter by. Only column names from this list become part of SQL. */
export const dimensions: ReadonlyMap<string, Dimension> = new Map(
  Object.entries({
    page: { holder: 'pageview', column: 'page_path' },
    entry_page: ofSession('entry_page'),
    exit_page: { holder: 'exit', column: 'exit_page' },
    source: ofSession('source'),
    medium: ofSession('medium'),
    referrer: { holder: 'pageview', column: 'referrer' },
    utm_source: ofSession('utm_source'),
    utm_medium: ofSession('utm_medium'),
    utm_campaign: ofSession('utm_campaign'),
    utm_term: ofSession('utm_term'),
    utm_content: ofSession('utm_content'),
    country: ofSession('country'),
    region: ofSession('region'),
    city: ofSession('city'),
    browser: ofSession('browser'),
    browser_version: ofSession('browser_version'),
    os: ofSession('os'),
    os_version: ofSession('os_version'),
    device_type: ofSession('device_type'),
    visitor_type: { holder: 'visitor', column: 'visitor_type', values: ['new', 'returning'] },
  }),
);
