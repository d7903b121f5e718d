import type { components, paths } from '@tallyhouse/client';

/** A report under /api/v1, with the type of its `data`: the one that the API describes. */
export interface Report<Data> {
  path: string;
  /** Joins the pages of a list that is read to its end. */
  join?: (pages: readonly Data[]) => Data;
  /** The value of `limit` for the most rows of such a list, when it is not `all`. */
  limit?: string;
}

/** Reports by their paths in the API's description, from which @tallyhouse/client is made. */
type Described<Path extends string> = `/api/v1${Path}` extends infer Key extends keyof paths
  ? paths[Key] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } }
    ? Body
    : never
  : never;

type DataOf<Path extends string> = Described<Path> extends { data: infer Data } ? Data : never;

/** @param path the address, where the described one has a name in braces */
const report = <Path extends string>(described: Path, path: string = described): Report<DataOf<Path>> => ({
  path,
});

type Schemas = components['schemas'];

/** The part of `meta` that the dashboard reads: of all reports, and of some. */
export type Meta = Pick<Schemas['Meta'], 'sites' | 'start' | 'end'> &
  Partial<
    Pick<Schemas['ListMeta'], 'total'> &
      Pick<Schemas['GeoMeta'], 'geoip'> &
      Pick<Schemas['PageviewsOverTimeMeta'], 'granularity'> &
      Pick<Schemas['InsightsMeta'], 'compare'>
  >;

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** The dimensions of lists of visits: those of `/breakdown`, except the site and the two types of visitors. */
export type VisitDimension = Exclude<Query<'/api/v1/breakdown'>['dimension'], 'site' | 'visitor_type'>;
export type Granularity = NonNullable<Query<'/api/v1/pageviews-over-time'>['granularity']>;

/** Includes `start`, excludes `end`: ISO 8601 in UTC. */
export type Span = Pick<Meta, 'start' | 'end'>;

export const overview = report('/overview');
export const insights = report('/insights');
export const overTime = report('/pageviews-over-time');
export const pages = report('/pages');
export const search = report('/search');
export const sources = report('/sources');
export const breakdown = report('/breakdown');
export const allOfBreakdown: Report<VisitsRow[]> = {
  ...breakdown,
  join: (pages) => pages.flat(),
  limit: '100',
};
export const geo = report('/geo');
export const devices = report('/devices');
export const realtime = report('/realtime');
export const events = report('/events');
export const funnel = report('/funnel');
export const retention = report('/retention');
export const journeys = report('/journeys');
export const attribution = report('/attribution');
export const pings = report('/pings');
export const annotations: Report<DataOf<'/annotations'>> = {
  ...report('/annotations'),
  join: (pages) => pages.flat(),
};
export const webVitals = report('/vitals');
export const crawlers = report('/crawlers');
export const crawlersOverTime = report('/crawlers-over-time');
type CoverageData = DataOf<'/coverage'>;
export const coverage: Report<Exclude<CoverageData, unknown[]>> = { path: '/coverage' };
/** The same by a page or a browser. */
export const coverageList: Report<Extract<CoverageData, unknown[]>> = { path: '/coverage' };
/** The reader's key and its rights. `sites` is `['*']` for all of them. */
export const me = report('/me');

/** The report of a single page. */
export const engagement = (path: string) =>
  report('/pages/{encoded_page_path}/engagement', `/pages/${encodeURIComponent(path)}/engagement`);

const propertiesPath = '/events/{encoded_event}/properties';
/** Browsers take the names `.` and `..` for a folder, however they are encoded, but not with a space, which the API removes. */
const propertiesOf = (event: string) =>
  `/events/${encodeURIComponent(event.replace(/^\.\.?$/, ' $&'))}/properties`;
type Properties = DataOf<typeof propertiesPath>;

export const properties = (event: string): Report<Extract<Properties, { property: string }[]>> => ({
  path: propertiesOf(event),
});

/** The values of a property of an event; the query names it. */
export const propertyValues = (event: string): Report<Extract<Properties, { value: string }[]>> => ({
  path: propertiesOf(event),
});

/** A site in the sites file: goals and segments by name, each in the form for requests. */
export const siteFile = (site: string) => report('/sites/{id}', `/sites/${encodeURIComponent(site)}`);

/** A row of Explore: a member for each requested dimension and metric. */
export type QueryRow = Readonly<Record<string, string | number | null>>;

/** Metrics by dimensions: a page of the rows. */
export const query: Report<QueryRow[]> = { path: '/query' };
export const allOfQuery: Report<QueryRow[]> = { ...query, join: (pages) => pages.flat(), limit: '1000' };

/** The first sites of the list. */
export const sites = report('/sites');

/** All sites, each once: one may move to another page while they are read. */
export const allSites: Report<Site[]> = {
  ...sites,
  join: (pages) => [...new Map(pages.flat().map((site) => [site.site_id, site])).values()],
};

export type VisitsRow = Schemas['BreakdownRow'];
export type Change = Schemas['Insights']['bounce_rate'];
export type Bucket = Schemas['PageviewsOverTimeRow'];
export type Engagement = DataOf<'/pages/{encoded_page_path}/engagement'>;
export type Geo = Schemas['Geo'];
export type RealtimeData = Schemas['Realtime'];
export type Step = Schemas['FunnelRow'];
export type Cohort = Schemas['RetentionRow'];
export type Journey = Schemas['JourneysRow'];
/** A page or an event. */
export type JourneyNode = Journey['path'][number];
export type Account = Schemas['Pings'];
export type Annotation = Schemas['AnnotationsRow'];
export type VitalsRow = Schemas['VitalsRow'];
export type CrawlersRow = DataOf<'/crawlers'>[number];
export type CrawlBucket = DataOf<'/crawlers-over-time'>[number];
export type CoverageRow = Extract<CoverageData, unknown[]>[number];
export type Site = Schemas['SitesRow'];
export type Holder = Schemas['Me'];
export type SiteFile = DataOf<'/sites/{id}'>;
export type Conversions = NonNullable<Schemas['Overview']['goals']>[number];
/** Conversions credited to a value of a property. */
export type Credits = DataOf<'/attribution'>[number];
/** Sums by currency; amounts are exact decimals. */
export type Revenue = Conversions['revenue'];
