/**
 * The properties of a session for filters and counts. Each is a column of `sessions` and of the settled tables; the API's filters, breakdowns
 * and exports, the settled tables, the BI views and the dashboard follow from this list. Append new ones: settled tables keep the order, by
 * which a build recognises those of an earlier one.
 */
const properties = {
  entry_page: { label: 'Entry page', comment: 'path of the first page' },
  entry_referrer: {
    label: 'Entry referrer',
    comment: 'address of the page that led to the first page; empty when none was sent',
  },
  source: { label: 'Source', comment: 'a name (Google), a domain, or Direct' },
  medium: {
    label: 'Medium',
    comment:
      'kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium',
  },
  utm_source: { label: 'UTM source', comment: 'campaign tag utm_source' },
  utm_medium: { label: 'UTM medium', comment: 'campaign tag utm_medium' },
  utm_campaign: { label: 'Campaign', comment: 'campaign tag utm_campaign' },
  utm_term: { label: 'UTM term', comment: 'campaign tag utm_term' },
  utm_content: { label: 'UTM content', comment: 'campaign tag utm_content' },
  country: { label: 'Country', comment: 'ISO 3166-1 alpha-2 code; empty when unknown' },
  region: { label: 'Region', comment: 'state or region; empty when unknown' },
  city: { label: 'City', comment: 'city; empty when unknown' },
  browser: { label: 'Browser', comment: 'browser; empty when unknown' },
  browser_version: { label: 'Browser version', comment: 'version of the browser' },
  os: { label: 'System', comment: 'operating system; empty when unknown' },
  os_version: { label: 'System version', comment: 'version of the operating system' },
  device_type: {
    label: 'Device',
    comment: 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
  },
  hostname: { label: 'Host', comment: 'host of the first page, lower-case; empty when only a path was sent' },
  language: {
    label: 'Language',
    comment: 'language that the browser prefers, such as de-AT; empty when unknown',
  },
  screen: {
    label: 'Screen',
    comment: 'width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown',
  },
} as const;

export type SessionProperty = keyof typeof properties;

const named = Object.keys(properties) as SessionProperty[];

export const propertyNames: readonly string[] = named;

const each = <Value>(of: (name: SessionProperty) => Value) =>
  Object.fromEntries(named.map((name) => [name, of(name)])) as Record<SessionProperty, Value>;

/** Their names for readers. */
export const sessionProperties: Readonly<Record<SessionProperty, string>> = each(
  (name) => properties[name].label,
);

/**
 * Texts that are computed from them when they are read: no table has them. `packages/facts/src/columns.ts` has their SQL, and all else
 * follows from this list: exports, filters, breakdowns, the BI views and the dashboard's filters.
 */
const computed = {
  channel: {
    label: 'Channel',
    comment:
      "group of source, medium and campaign: by the operator's rules, else by those of GA4's default channel group, such as Organic Search",
    inViews:
      'Default channel of source, medium and utm_campaign, such as Organic Search, without the rules of the sites file; empty without a session',
  },
} as const;

export type ComputedProperty = keyof typeof computed;

/** The comment is a sentence without its first capital; the one in BI views says that these do not know the sites file. */
export const computedProperties = Object.entries(computed).map(([name, about]) => ({ name, ...about }));
export const computedNames = computedProperties.map(({ name }) => name);

/** The dimensions that are properties of a session, or computed from them; with their names for readers. */
export const sessionDimensions = {
  ...sessionProperties,
  ...Object.fromEntries(computedProperties.map(({ name, label }) => [name, label])),
} as Readonly<Record<SessionProperty | ComputedProperty, string>>;

/** Their descriptions: sentences without the first capital. */
export const propertyComments: Readonly<Record<SessionProperty, string>> = each(
  (name) => properties[name].comment,
);

/** The sentence with its capital. */
export function aboutProperty(name: SessionProperty): string {
  const { comment } = properties[name];
  return comment.charAt(0).toUpperCase() + comment.slice(1);
}
