import {
  type Guard,
  type Guarded,
  isBoolean,
  isNumber,
  isText,
  listOf,
  orAbsent,
  orNull,
  recordOf,
  shape,
} from './guards.ts';

/** A report under /api/v1, and the shape of its `data`. */
export interface Report<Data> {
  path: string;
  guard: Guard<Data>;
  /** Of a list that is read to its end: joins its pages. */
  join?: (pages: readonly Data[]) => Data;
}

/** Includes `start`, excludes `end`: ISO 8601 in UTC. */
const isSpan = shape({ start: isText, end: isText });
export type Span = Guarded<typeof isSpan>;

/** The part of `meta` that the dashboard reads. */
export const isMeta = shape({
  start: isText,
  end: isText,
  compare: orAbsent(orNull(isSpan)),
  total: orAbsent(isNumber),
  granularity: orAbsent(isText),
  geoip: orAbsent(isBoolean),
});
export type Meta = Guarded<typeof isMeta>;

const report = <Data>(path: string, guard: Guard<Data>): Report<Data> => ({ path, guard });

const isAmount = (value: unknown): value is `${number}` => isText(value) && /^-?\d+(\.\d+)?$/.test(value);
const isCurrency = (value: unknown): value is string => isText(value) && /^[A-Z]{3}$/.test(value);

/** Sums by currency; amounts are exact decimals. */
const isRevenue = listOf(shape({ currency: isCurrency, amount: isAmount }));
export type Revenue = Guarded<typeof isRevenue>;

const isConversions = shape({
  conversions: isNumber,
  converting_visitors: isNumber,
  conversion_rate: orNull(isNumber),
  revenue: isRevenue,
});
export type Conversions = Guarded<typeof isConversions>;

/** For each goal asked for, in that order. */
const goals = orAbsent(listOf(isConversions));

export const overview = report(
  '/overview',
  shape({
    pageviews: isNumber,
    unique_visitors: isNumber,
    sessions: isNumber,
    views_per_session: orNull(isNumber),
    bounce_rate: orNull(isNumber),
    avg_session_duration_seconds: orNull(isNumber),
    returning_visitor_percentage: orNull(isNumber),
    goals,
  }),
);

const isChange = shape({
  current: orNull(isNumber),
  previous: orNull(isNumber),
  change: orNull(isNumber),
  growth_rate: orNull(isNumber),
});
export type Change = Guarded<typeof isChange>;

export const insights = report(
  '/insights',
  shape({
    pageviews: isChange,
    unique_visitors: isChange,
    sessions: isChange,
    views_per_session: isChange,
    bounce_rate: isChange,
    avg_session_duration_seconds: isChange,
    returning_visitor_percentage: isChange,
  }),
);

const isBucket = shape({
  bucket: isText,
  pageviews: isNumber,
  unique_visitors: isNumber,
  returning_visitors: isNumber,
  sessions: isNumber,
  views_per_session: orNull(isNumber),
  bounce_rate: orNull(isNumber),
  avg_session_duration_seconds: orNull(isNumber),
});
export type Bucket = Guarded<typeof isBucket>;
export const overTime = report('/pageviews-over-time', listOf(isBucket));

export const pages = report(
  '/pages',
  listOf(
    shape({
      page_path: isText,
      page_title: isText,
      views: isNumber,
      unique_views: isNumber,
      avg_focus_time_ms: orNull(isNumber),
      avg_scroll_depth: orNull(isNumber),
      goals,
    }),
  ),
);

const found = shape({ page_path: isText, page_title: isText, views: isNumber });
export const search = report('/search', listOf(found));

const isEngagement = shape({
  page_path: isText,
  page_title: isText,
  views: isNumber,
  unique_views: isNumber,
  word_count: orNull(isNumber),
  avg_focus_time_ms: orNull(isNumber),
  median_focus_time_ms: orNull(isNumber),
  p90_focus_time_ms: orNull(isNumber),
  avg_scroll_depth: orNull(isNumber),
  scroll_depth_distribution: listOf(
    shape({ from: isNumber, to: isNumber, views: isNumber, percentage: orNull(isNumber) }),
  ),
  next_pages: listOf(
    shape({ page_path: isText, page_title: isText, views: isNumber, percentage: orNull(isNumber) }),
  ),
  exits: isNumber,
  exit_rate: orNull(isNumber),
  entries: isNumber,
});
export type Engagement = Guarded<typeof isEngagement>;

/** Of one page. */
export const engagement = (path: string) =>
  report(`/pages/${encodeURIComponent(path)}/engagement`, isEngagement);

export const sources = report(
  '/sources',
  listOf(
    shape({
      source: isText,
      medium: isText,
      visits: isNumber,
      unique_visitors: isNumber,
      bounce_rate: orNull(isNumber),
      goals,
    }),
  ),
);

export const breakdown = report(
  '/breakdown',
  listOf(
    shape({
      value: isText,
      visits: isNumber,
      unique_visitors: isNumber,
      bounce_rate: orNull(isNumber),
      goals,
    }),
  ),
);

const isGeo = shape({
  countries: listOf(shape({ country: isText, visits: isNumber, goals })),
  regions: listOf(shape({ country: isText, region: isText, visits: isNumber, goals })),
  cities: listOf(shape({ country: isText, region: isText, city: isText, visits: isNumber, goals })),
});
export type Geo = Guarded<typeof isGeo>;
export const geo = report('/geo', isGeo);

export const devices = report(
  '/devices',
  shape({
    browsers: listOf(shape({ browser: isText, visits: isNumber, percentage: orNull(isNumber), goals })),
    operating_systems: listOf(shape({ os: isText, visits: isNumber, percentage: orNull(isNumber), goals })),
    device_types: listOf(
      shape({ device_type: isText, visits: isNumber, percentage: orNull(isNumber), goals }),
    ),
  }),
);

const isRealtime = shape({
  active_visitors: isNumber,
  pages: listOf(shape({ page_path: isText, page_title: isText, active_visitors: isNumber })),
  countries: listOf(shape({ country: isText, active_visitors: isNumber })),
  sources: listOf(shape({ source: isText, active_visitors: isNumber })),
  sites: listOf(shape({ site_id: isText, active_visitors: isNumber })),
  per_minute: listOf(isNumber),
  minutes: listOf(isNumber),
  recent: listOf(
    shape({
      site_id: isText,
      entered_at: isText,
      page_path: isText,
      page_title: isText,
      source: isText,
      country: isText,
    }),
  ),
});
export type RealtimeData = Guarded<typeof isRealtime>;
export const realtime = report('/realtime', isRealtime);

const isEvent = shape({
  event: isText,
  events: isNumber,
  unique_visitors: isNumber,
  conversion_rate: orNull(isNumber),
  revenue: isRevenue,
});
export const events = report('/events', listOf(isEvent));

const propertiesOf = (event: string) => `/events/${encodeURIComponent(event)}/properties`;

/** The properties of an event. */
export const properties = (event: string) =>
  report(propertiesOf(event), listOf(shape({ property: isText, events: isNumber })));

/** The values of a property of an event; the query names it. */
export const propertyValues = (event: string) =>
  report(
    propertiesOf(event),
    listOf(shape({ value: isText, events: isNumber, unique_visitors: isNumber, revenue: isRevenue })),
  );

const isStep = shape({
  entered: isNumber,
  rate_of_first: orNull(isNumber),
  rate_of_previous: orNull(isNumber),
  dropped: isNumber,
  median_seconds_from_previous: orNull(isNumber),
});
export type Step = Guarded<typeof isStep>;
export const funnel = report('/funnel', listOf(isStep));

const isCohort = shape({ cohort: isText, visitors: isNumber, returned: listOf(isNumber) });
export type Cohort = Guarded<typeof isCohort>;
export const retention = report('/retention', listOf(isCohort));

/** A page or an event. */
const isNode = shape({ page: orAbsent(isText), event: orAbsent(isText) });
export type JourneyNode = Guarded<typeof isNode>;
const isJourney = shape({ path: listOf(isNode), sessions: isNumber, percentage: orNull(isNumber) });
export type Journey = Guarded<typeof isJourney>;
export const journeys = report('/journeys', listOf(isJourney));

const isAccount = shape({
  received: isNumber,
  stored: isNumber,
  dropped: isNumber,
  dead_lettered: isNumber,
  dropped_by_reason: listOf(shape({ reason: isText, pings: isNumber })),
  buckets: listOf(shape({ bucket: isText, stored: isNumber })),
});
export type Account = Guarded<typeof isAccount>;
export const pings = report('/pings', isAccount);

const isSite = shape({
  site_id: isText,
  name: orNull(isText),
  group: orNull(isText),
  pageviews: isNumber,
  unique_visitors: isNumber,
  sessions: isNumber,
  /** Of visitors, against the period before, in percent. */
  change: orNull(isNumber),
  last_ping_at: orNull(isText),
  /** Pageviews in equal parts of the period. */
  sparkline: listOf(isNumber),
});
export type Site = Guarded<typeof isSite>;

const isHolder = shape({ name: isText, rights: listOf(isText), sites: listOf(isText) });
/** Whose key it is, and what it allows. `sites` is `['*']` for all of them. */
export type Holder = Guarded<typeof isHolder>;
export const me = report('/me', isHolder);

const isSiteFile = shape({ goals: recordOf(isText), segments: recordOf(listOf(isText)) });
/** Goals and segments of the sites file by their names, each as it is written in requests. */
export type SiteFile = Guarded<typeof isSiteFile>;

/** What the sites file says about one site. */
export const siteFile = (site: string) => report(`/sites/${encodeURIComponent(site)}`, isSiteFile);

/** The first sites of the list. */
export const sites = report('/sites', listOf(isSite));

/** All sites, each once: one may move to another page while they are read. */
export const allSites: Report<Site[]> = {
  ...sites,
  join: (pages) => [...new Map(pages.flat().map((site) => [site.site_id, site])).values()],
};
