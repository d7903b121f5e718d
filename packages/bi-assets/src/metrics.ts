/**
 * What is counted, once for all tools: each metric with the one expression that is right however its rows are grouped. The files of
 * deploy/bi are written from it (`npm run bi:assets`), and test/bi/metrics.test.ts compares each with the API.
 */

export interface Metric {
  /** Never that of a column of its view: ClickHouse would read the column as the metric. */
  name: string;
  label: string;
  /** The view whose rows it is about. */
  view: string;
  /** Standard SQL; columns are in braces. */
  sql: string;
  about: string;
  unit: 'count' | 'percent' | 'seconds' | 'money';
}

/** The id of a server's event that has no session, or no visitor. */
export const nobody = '00000000-0000-0000-0000-000000000000';

const known = (id: string) => `CASE WHEN {${id}} <> '${nobody}' THEN {${id}} END`;
const share = (part: string, whole: string) => `100.0 * ${part} / NULLIF(${whole}, 0)`;

/** One currency at most: amounts of several have no sum. */
const revenue = "CASE WHEN COUNT(DISTINCT NULLIF({currency}, '')) <= 1 THEN SUM({amount}) END";
const aboutRevenue =
  'Revenue less refunds, of one currency. Empty where several are mixed: group by currency';

type Line = [name: string, label: string, unit: Metric['unit'], sql: string, about: string];

const metricsOf = (view: string, lines: readonly Line[]): Metric[] =>
  lines.map(([name, label, unit, sql, about]) => ({ name, label, view, sql, about, unit }));

const ofRows = [
  ...metricsOf('pageviews', [
    ['pageviews', 'Pageviews', 'count', 'COUNT(*)', 'Views of pages'],
    [
      'visitors',
      'Visitors',
      'count',
      'COUNT(DISTINCT {visitor_id})',
      'Visitors with a pageview. Days and sources do not add up',
    ],
    [
      'avg_focus_seconds',
      'Focus time',
      'seconds',
      'AVG({focus_time_ms}) / 1000.0',
      'Mean time in which a page was visible and focused',
    ],
    [
      'avg_scroll_depth',
      'Scroll depth',
      'percent',
      'AVG({scroll_depth})',
      'Mean of the deepest point seen, percent of the page',
    ],
  ]),
  ...metricsOf('sessions', [
    ['visits', 'Visits', 'count', 'COUNT(*)', 'Visits (sessions)'],
    [
      'bounce_rate',
      'Bounce rate',
      'percent',
      share('COUNT(CASE WHEN {bounced} THEN 1 END)', 'COUNT(*)'),
      'Share of the visits with exactly one pageview',
    ],
    [
      'avg_visit_seconds',
      'Visit duration',
      'seconds',
      'AVG({duration_ms}) / 1000.0',
      'Mean time from the first to the last ping of a visit',
    ],
    [
      'pageviews_per_visit',
      'Pageviews per visit',
      'count',
      'AVG({pageviews})',
      'Mean number of pageviews of a visit',
    ],
    [
      'new_visits',
      'First visits',
      'count',
      'COUNT(CASE WHEN {is_new} THEN 1 END)',
      'First visits of their visitors. Slower than the others',
    ],
  ]),
  ...metricsOf('events', [
    ['events', 'Events', 'count', 'COUNT(*)', 'Events'],
    [
      'event_visitors',
      'Visitors with the event',
      'count',
      `COUNT(DISTINCT ${known('visitor_id')})`,
      'Visitors with such an event, as far as they are known',
    ],
    ['revenue', 'Revenue', 'money', revenue, aboutRevenue],
  ]),
  ...metricsOf('visitors', [
    ['new_visitors', 'New visitors', 'count', 'COUNT(*)', 'Visitors whose first visit of all time this was'],
  ]),
];

const total = (column: string, label: string, about: string): Line => [
  `${column}_total`,
  label,
  'count',
  `SUM({${column}})`,
  about,
];
const bouncesOf = (visits: string): Line => [
  'bounce_rate',
  'Bounce rate',
  'percent',
  share('SUM({bounces})', `SUM({${visits}})`),
  'Share of the visits with exactly one pageview',
];
const visitsOfDays = total('visits', 'Visits', 'Visits that began on these days');

const ofDays = [
  ...metricsOf('days', [
    total('pageviews', 'Pageviews', 'Pageviews of these days'),
    total('sessions', 'Visits', 'Visits that began on these days'),
    bouncesOf('sessions'),
    [
      'avg_visit_seconds',
      'Visit duration',
      'seconds',
      'SUM({duration_ms}) / 1000.0 / NULLIF(SUM({sessions}), 0)',
      'Mean duration of a visit',
    ],
  ]),
  ...metricsOf('pages_daily', [
    total('views', 'Pageviews', 'Pageviews of these days'),
    [
      'avg_focus_seconds',
      'Focus time',
      'seconds',
      'SUM({focus_time_ms}) / 1000.0 / NULLIF(SUM({views}), 0)',
      'Mean time in which a page was visible and focused',
    ],
    [
      'avg_scroll_depth',
      'Scroll depth',
      'percent',
      '1.0 * SUM({scroll_depth_sum}) / NULLIF(SUM({views}), 0)',
      'Mean of the deepest point seen, percent of the page',
    ],
  ]),
  ...metricsOf('sources_daily', [visitsOfDays, bouncesOf('visits')]),
  ...metricsOf('places_daily', [visitsOfDays]),
  ...metricsOf('devices_daily', [visitsOfDays]),
  ...metricsOf('events_daily', [
    total('events', 'Events', 'Events of these days'),
    ['revenue', 'Revenue', 'money', revenue, aboutRevenue],
  ]),
  ...metricsOf('pings_hourly', [total('pings', 'Pings', 'Pings received in these hours')]),
];

export const metrics: readonly Metric[] = [...ofRows, ...ofDays];

/** The expression of a metric. @param column how a column is written */
export const sqlOf = ({ sql }: Metric, column: (name: string) => string = (name) => name): string =>
  sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => column(name));

/** The columns that an expression reads. */
export const columnsIn = ({ sql }: Metric): string[] =>
  [...sql.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const metricsOfView = (view: string): Metric[] => metrics.filter((metric) => metric.view === view);
