/**
 * What ingest accepts as the value of a field. `null` counts as missing everywhere.
 *
 * - `site`: the id of a site
 * - `ping type`: `view`, `engage` or `event`
 * - `event name`, `event id`, `props`, `revenue`: as api.md says, on an event alone
 * - `no field`: refused on a ping without a type, since other trackers name their events with it
 * - `id`: a text of any form; ingest decides whether to keep it or to derive an id from it
 * - `url`: the address of a page
 * - `path`, `text`, `referrer`: a text, cut to `max` characters
 * - `whole`: a number, clamped to 0 up to `max` and rounded
 * - `language`: a list of language tags, of which the first counts
 * - `time`, `ip`, `user agent`: as named
 * - `hints`: an object, whose texts are cut to `max` characters
 * - `vitals`: an object of numbers, on a view or engage alone
 */
export type Rule =
  | { kind: 'site' | 'ping type' | 'url' | 'language' | 'time' | 'ip' | 'user agent' }
  | { kind: 'event name' | 'event id'; max: number }
  | { kind: 'props' | 'revenue' | 'vitals' }
  | { kind: 'no field' }
  | { kind: 'id' | 'path' | 'text' | 'referrer' | 'whole' | 'hints'; max: number };

export interface PingField {
  /** The values that a sender may give. Missing: ingest fills it. */
  rule?: Rule;
  /** Only senders with the key may fill it. */
  keyed?: true;
  /** The type of its column of `pings`. Missing: it is not stored under its name. */
  type?: string;
  /** The row version that added the column. Missing: {@link firstVersion}. */
  since?: number;
  /** Stays in the row of a dropped ping; the others are empty there. */
  kept?: true;
  /** The comment of the column, and the description in docs/api/pings.md. */
  comment: string;
}

const label = 'LowCardinality(String)';
const moment = "DateTime64(3, 'UTC')";
const degrees = 'Nullable(Float32)';

const id = { kind: 'id', max: 64 } as const;
const text = (max: number) => ({ kind: 'text', max }) as const;
const whole = (max: number) => ({ kind: 'whole', max }) as const;

const day = 86_400_000;

/**
 * All fields of a ping and columns of `pings`, in the order in which fields are checked and columns are stored. Validation,
 * the row, the dropped row and the messages of the log follow from this table; tests compare docs/api/pings.md and the
 * table `pings` with it.
 *
 * Never remove a released column or change its type, and give a new one the next version (`since`): messages of earlier
 * versions may wait in a log.
 */
export const pingFields = {
  ping_id: {
    type: 'UUID',
    kept: true,
    comment:
      'Assigned once, when ingest received the ping: a row stored twice has the same id. Ordered within one ingest process',
  },
  site_id: {
    rule: { kind: 'site' },
    type: label,
    kept: true,
    comment: 'The site that the ping was sent for',
  },
  type: {
    rule: { kind: 'ping type' },
    type: "Enum8('view' = 1, 'engage' = 2)",
    kept: true,
    comment:
      'view: a page was entered. engage: the page is still open, or was left. event: something happened; it is stored as view, with its name in event',
  },
  event: {
    rule: { kind: 'event name', max: 120 },
    type: label,
    since: 5,
    comment: 'Name of the event; empty for a view or engage',
  },
  event_id: {
    rule: { kind: 'event id', max: 64 },
    type: 'String',
    since: 5,
    comment:
      'Id of the event, chosen by the sender: events of a site with the same id are one. Empty when none was sent',
  },
  props: {
    rule: { kind: 'props' },
    type: 'Map(LowCardinality(String), String)',
    since: 5,
    comment: 'Properties of the event',
  },
  revenue: { rule: { kind: 'revenue' }, comment: 'Revenue of the event; amount and currency are stored' },
  amount: {
    type: 'Decimal(18, 4)',
    since: 5,
    comment: 'Revenue of the event, negative for a refund; 0 without currency when none was sent',
  },
  currency: {
    type: label,
    since: 5,
    comment: 'ISO 4217 code of the currency of amount; empty when no revenue was sent',
  },
  // Other trackers name their events with it.
  name: { rule: { kind: 'no field' }, comment: 'Name of an event: send event instead' },
  timestamp: {
    rule: { kind: 'time' },
    keyed: true,
    comment: 'When it happened, from 10 years ago to 10 minutes ahead. Without it the time of receipt counts',
  },
  pinged_at: {
    type: moment,
    kept: true,
    comment: 'When it happened: the time of receipt, or the time named by a sender with the key',
  },
  received_at: { type: moment, kept: true, comment: 'When ingest received it' },
  visitor_id: {
    rule: id,
    type: 'UUID',
    comment: 'The visitor: UUIDv7 from the tracker, or derived by ingest',
  },
  session_id: {
    rule: id,
    type: 'UUID',
    comment: 'The session (visit): UUIDv7 from the tracker, or derived by ingest',
  },
  pageview_id: {
    rule: id,
    type: 'UUID',
    comment: 'The pageview: UUIDv7 from the tracker, or derived by ingest',
  },
  url: {
    rule: { kind: 'url' },
    comment:
      'Address of the page. Host, path, campaign tags and click ids come from it; a field of their own takes precedence',
  },
  hostname: { type: label, comment: 'Host of the page, lower-case; empty when only a path was sent' },
  page_path: {
    rule: { kind: 'path', max: 2000 },
    type: 'String',
    comment:
      'Path of the page: percent-decoded, with leading slash, without query, fragment and trailing slash',
  },
  page_title: { rule: text(500), type: 'String', comment: 'Title of the page' },
  referrer: {
    rule: { kind: 'referrer', max: 2000 },
    type: 'String',
    comment: 'Address of the page that led here, as sent',
  },
  source: { type: label, comment: 'Where the visit came from: a name (Google), a domain, or Direct' },
  medium: {
    type: label,
    comment:
      'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the tagged one',
  },
  utm_source: { rule: text(500), type: label, comment: 'Campaign tag utm_source, as sent' },
  utm_medium: { rule: text(500), type: label, comment: 'Campaign tag utm_medium, as sent' },
  utm_campaign: { rule: text(500), type: label, comment: 'Campaign tag utm_campaign, as sent' },
  utm_term: { rule: text(500), type: label, comment: 'Campaign tag utm_term, as sent' },
  utm_content: { rule: text(500), type: label, comment: 'Campaign tag utm_content, as sent' },
  focus_time_ms: {
    rule: whole(day),
    type: 'UInt32',
    comment: 'Milliseconds the page was visible and focused so far: a running total of the pageview',
  },
  scroll_depth: {
    rule: whole(100),
    type: 'UInt8',
    comment:
      'Deepest point seen so far, percent of the height of the page: a running maximum of the pageview',
  },
  word_count: {
    rule: whole(10_000_000),
    type: 'UInt32',
    comment: 'Words in the text of the page; 0 when unknown',
  },
  vitals: {
    rule: { kind: 'vitals' },
    type: 'Map(String, Float64)',
    since: 5,
    comment:
      'Web vitals of the pageview, those that the browser reported: lcp_ms, inp_ms, fcp_ms, ttfb_ms (milliseconds) and cls',
  },
  ip: {
    rule: { kind: 'ip' },
    keyed: true,
    type: 'String',
    comment: 'Address of the visitor, as IP_STORAGE keeps it: full, truncated to /24 or /48, or empty',
  },
  view_hash: {
    type: 'UInt32',
    since: 6,
    comment:
      'Of a view: hash of site, page, address and user agent, with a key. The request of the page in a log has the same. 0 of all others',
  },
  country: { type: label, comment: 'ISO 3166-1 alpha-2 code; empty when unknown' },
  region: { type: label, comment: 'State or region; empty when unknown' },
  city: { type: label, comment: 'City; empty when unknown' },
  latitude: { type: degrees, comment: 'Degrees north, of the city or country; null when unknown' },
  longitude: { type: degrees, comment: 'Degrees east, of the city or country; null when unknown' },
  user_agent: {
    rule: { kind: 'user agent' },
    keyed: true,
    comment: 'User agent of the visitor: it shows bots, browser, operating system and device',
  },
  hints: {
    rule: { kind: 'hints', max: 100 },
    comment:
      'What the user agent no longer says: the version of the system, the model of a phone, and that a Mac with a touch screen is an iPad',
  },
  browser: { type: label, comment: 'Browser, such as Firefox; empty when unknown' },
  browser_version: { type: label, comment: 'Version of the browser, such as 144.0' },
  os: { type: label, comment: 'Operating system, such as Windows; empty when unknown' },
  os_version: { type: label, comment: 'Version of the operating system' },
  device_type: {
    type: label,
    comment: 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
  },
  language: {
    rule: { kind: 'language' },
    type: label,
    since: 3,
    comment: 'Language that the browser prefers, such as de-AT; empty when unknown',
  },
  viewport_width: {
    rule: whole(100_000),
    comment: 'Width of the viewport in CSS pixels; 0 when unknown. Its class is stored',
  },
  screen: {
    type: label,
    since: 4,
    comment: 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown',
  },
  drop_reason: {
    type: label,
    kept: true,
    comment:
      'Why the ping was dropped, such as bot or unknown_site (docs/api.md lists the reasons); then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping',
  },
} as const satisfies Record<string, PingField>;
