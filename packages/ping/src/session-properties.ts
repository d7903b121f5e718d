/**
 * The properties of a session by which reports filter and count, with their names for readers. Each is a column of `sessions`,
 * `settled_sessions` and `settled_pageviews`; the filters and breakdowns of the API, the fills of the settled tables and
 * the dashboard follow from this list.
 */
export const sessionProperties = {
  entry_page: 'Entry page',
  entry_referrer: 'Entry referrer',
  source: 'Source',
  medium: 'Medium',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'Campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  country: 'Country',
  region: 'Region',
  city: 'City',
  browser: 'Browser',
  browser_version: 'Browser version',
  os: 'System',
  os_version: 'System version',
  device_type: 'Device',
  hostname: 'Host',
  language: 'Language',
  screen: 'Screen',
} as const;

export const propertyNames: readonly string[] = Object.keys(sessionProperties);

/** The columns, each followed by a comma: the beginning of a list in SQL. */
export const propertyColumns = propertyNames.map((name) => `${name},`).join(' ');
