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

const ofSession = (column: string): Dimension => ({ holder: 'session', column });

/** What can be filtered by. Of a filter nothing but the column that stands here becomes part of SQL. */
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
