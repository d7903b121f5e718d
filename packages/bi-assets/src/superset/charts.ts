import { timeAxis } from './datasets.ts';
import { uuidOf, version } from './ids.ts';

export interface Chart {
  name: string;
  title: string;
  view: string;
  kind: 'number' | 'line' | 'table';
  metrics: readonly string[];
  by: readonly string[];
  /** Its size on the dashboard, which has twelve columns. */
  width: number;
  /** A condition on the rows. */
  where?: string;
}

const number = (metric: string, title: string, view: string, width: number): Chart => ({
  name: metric,
  title,
  view,
  kind: 'number',
  metrics: [metric],
  by: [],
  width,
});

const table = (name: string, title: string, view: string, by: string[], metrics: string[]): Chart => ({
  name,
  title,
  view,
  kind: 'table',
  metrics,
  by,
  width: 6,
});

export const charts: readonly Chart[] = [
  number('visitors', 'Visitors', 'pageviews', 3),
  number('pageviews', 'Pageviews', 'pageviews', 3),
  number('visits', 'Visits', 'sessions', 2),
  number('bounce_rate', 'Bounce rate, percent', 'sessions', 2),
  number('avg_visit_seconds', 'Visit duration, seconds', 'sessions', 2),
  {
    name: 'over_time',
    title: 'Visitors and pageviews',
    view: 'pageviews',
    kind: 'line',
    metrics: ['visitors', 'pageviews'],
    by: [],
    width: 12,
  },
  table('pages', 'Pages', 'pageviews', ['page_path'], ['pageviews', 'visitors', 'avg_focus_seconds']),
  table('sources', 'Sources', 'sessions', ['source', 'medium'], ['visits', 'bounce_rate']),
  table('countries', 'Countries', 'sessions', ['country'], ['visits']),
  table('devices', 'Devices', 'sessions', ['device_type'], ['visits']),
  table('events', 'Events', 'events', ['event'], ['events', 'event_visitors']),
  {
    ...table('revenue', 'Revenue by source and currency', 'events', ['source', 'currency'], ['revenue']),
    where: "currency != ''",
  },
];

export const chartOf = (chart: Chart) => ({
  slice_name: chart.title,
  description: null,
  viz_type: { number: 'big_number_total', line: 'echarts_timeseries_line', table: 'table' }[chart.kind],
  params: {
    ...paramsOf(chart),
    adhoc_filters: [
      {
        clause: 'WHERE',
        subject: timeAxis,
        operator: 'TEMPORAL_RANGE',
        comparator: 'Last month',
        expressionType: 'SIMPLE',
      },
      ...(chart.where === undefined
        ? []
        : [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: chart.where }]),
    ],
    extra_form_data: {},
  },
  cache_timeout: null,
  uuid: uuidOf(`chart ${chart.name}`),
  version,
  dataset_uuid: uuidOf(`dataset ${chart.view}`),
});

function paramsOf({ kind, metrics, by }: Chart) {
  switch (kind) {
    case 'number':
      return { viz_type: 'big_number_total', metric: metrics[0], y_axis_format: ',.4~g' };
    case 'line':
      return {
        viz_type: 'echarts_timeseries_line',
        x_axis: timeAxis,
        time_grain_sqla: 'P1D',
        metrics: [...metrics],
        groupby: [...by],
        row_limit: 10_000,
        show_legend: true,
        rich_tooltip: true,
        // A total of visitors over days would be wrong.
        only_total: false,
      };
    case 'table':
      return {
        viz_type: 'table',
        query_mode: 'aggregate',
        groupby: [...by],
        metrics: [...metrics],
        timeseries_limit_metric: metrics[0],
        order_desc: true,
        row_limit: 100,
        show_totals: false,
      };
  }
}
