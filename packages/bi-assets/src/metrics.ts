/**
 * The metrics for all tools: each with the one expression that is right for any grouping. The files of deploy/bi are written from it (`npm
 * run bi:assets`), and test/bi/questions.test.ts compares each with the API.
 */

export interface Metric {
  /** The view that it counts. */
  view: string;
  /** Different from every column of its view: ClickHouse would read the column instead. */
  name: string;
  label: string;
  /** count, percent, seconds or money */
  unit: string;
  /** Standard SQL; columns are in braces. */
  sql: string;
  about: string;
}

/** The id of a server's event that has no session, or no visitor. */
export const nobody = '00000000-0000-0000-0000-000000000000';

const known = `CASE WHEN {visitor_id} <> '${nobody}' THEN {visitor_id} END`;
const bounced = 'COUNT(CASE WHEN {bounced} THEN 1 END)';
/** At most one currency: amounts of several have no sum. */
const revenue = "CASE WHEN COUNT(DISTINCT NULLIF({currency}, '')) <= 1 THEN SUM({amount}) END";
const aboutRevenue =
  'Revenue less refunds, of one currency. Empty where several are mixed: group by currency';
const aboutBounces = 'Share of the visits with exactly one pageview';
const aboutFocus = 'Mean time in which a page was visible and focused';
const aboutDepth = 'Mean of the deepest point seen, percent of the page';

/** One a line: `view | name | label | unit | expression | description`. */
const lines = `
pageviews | pageviews | Pageviews | count | COUNT(*) | Views of pages
pageviews | visitors | Visitors | count | COUNT(DISTINCT {visitor_id}) | Visitors with a pageview. Days and sources do not add up
pageviews | avg_focus_seconds | Focus time | seconds | AVG({focus_time_ms}) / 1000.0 | ${aboutFocus}
pageviews | avg_scroll_depth | Scroll depth | percent | AVG({scroll_depth}) | ${aboutDepth}
sessions | visits | Visits | count | COUNT(*) | Visits (sessions)
sessions | bounce_rate | Bounce rate | percent | 100.0 * ${bounced} / NULLIF(COUNT(*), 0) | ${aboutBounces}
sessions | avg_visit_seconds | Visit duration | seconds | AVG({duration_ms}) / 1000.0 | Mean time from the first to the last ping of a visit
sessions | pageviews_per_visit | Pageviews per visit | count | AVG({pageviews}) | Mean number of pageviews of a visit
sessions | new_visits | First visits | count | COUNT(CASE WHEN {is_new} THEN 1 END) | First visits of their visitors. Slower than the others
events | events | Events | count | COUNT(*) | Events
events | event_visitors | Visitors with the event | count | COUNT(DISTINCT ${known}) | Visitors with such an event, as far as they are known
events | revenue | Revenue | money | ${revenue} | ${aboutRevenue}
visitors | new_visitors | New visitors | count | COUNT(*) | Visitors whose first visit of all time this was
days | pageviews_total | Pageviews | count | SUM({pageviews}) | Pageviews of these days
days | sessions_total | Visits | count | SUM({sessions}) | Visits that began on these days
days | bounce_rate | Bounce rate | percent | 100.0 * SUM({bounces}) / NULLIF(SUM({sessions}), 0) | ${aboutBounces}
days | avg_visit_seconds | Visit duration | seconds | SUM({duration_ms}) / 1000.0 / NULLIF(SUM({sessions}), 0) | Mean duration of a visit
pages_daily | views_total | Pageviews | count | SUM({views}) | Pageviews of these days
pages_daily | avg_focus_seconds | Focus time | seconds | SUM({focus_time_ms}) / 1000.0 / NULLIF(SUM({views}), 0) | ${aboutFocus}
pages_daily | avg_scroll_depth | Scroll depth | percent | 1.0 * SUM({scroll_depth_sum}) / NULLIF(SUM({views}), 0) | ${aboutDepth}
sources_daily | visits_total | Visits | count | SUM({visits}) | Visits that began on these days
sources_daily | bounce_rate | Bounce rate | percent | 100.0 * SUM({bounces}) / NULLIF(SUM({visits}), 0) | ${aboutBounces}
places_daily | visits_total | Visits | count | SUM({visits}) | Visits that began on these days
devices_daily | visits_total | Visits | count | SUM({visits}) | Visits that began on these days
events_daily | events_total | Events | count | SUM({events}) | Events of these days
events_daily | revenue | Revenue | money | ${revenue} | ${aboutRevenue}
pings_hourly | pings_total | Pings | count | SUM({pings}) | Pings received in these hours`;

export const metrics: readonly Metric[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [view = '', name = '', label = '', unit = '', sql = '', about = ''] = line.split(' | ');
    return { view, name, label, unit, sql, about };
  });

/** The expression of a metric. @param column how a column is written */
export const sqlOf = ({ sql }: Metric, column: (name: string) => string = (name) => name): string =>
  sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => column(name));

/** The columns that an expression reads. */
export const columnsIn = ({ sql }: Metric): string[] =>
  [...sql.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const metricsOfView = (view: string): Metric[] => metrics.filter((metric) => metric.view === view);
