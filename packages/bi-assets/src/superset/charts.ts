import { timeAxis } from './datasets.ts';
import { countFormat, uuidOf, version } from './ids.ts';

export interface Chart {
  name: string;
  title: string;
  view: string;
  /** number, line or table */
  kind: string;
  metrics: readonly string[];
  by: readonly string[];
  /** Its size on the dashboard, which has twelve columns. */
  width: number;
  /** A condition on the rows. */
  where: string | undefined;
}

/** One a line: `name | title | view | kind | metrics | columns | width | condition`. */
const lines = `
visitors | Visitors | pageviews | number | visitors | | 3
pageviews | Pageviews | pageviews | number | pageviews | | 3
visits | Visits | sessions | number | visits | | 2
bounce_rate | Bounce rate, percent | sessions | number | bounce_rate | | 2
avg_visit_seconds | Visit duration, seconds | sessions | number | avg_visit_seconds | | 2
over_time | Visitors and pageviews | pageviews | line | visitors, pageviews | | 12
pages | Pages | pageviews | table | pageviews, visitors, avg_focus_seconds | page_path | 6
sources | Sources | sessions | table | visits, bounce_rate | source, medium | 6
countries | Countries | sessions | table | visits | country | 6
devices | Devices | sessions | table | visits | device_type | 6
events | Events | events | table | events, event_visitors | event | 6
revenue | Revenue by source and currency | events | table | revenue | source, currency | 6 | currency != ''`;

export const charts: readonly Chart[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', title = '', view = '', kind = '', metrics = '', by = '', width, where] = line
      .split('|')
      .map((part) => part.trim());
    return { name, title, view, kind, metrics: listed(metrics), by: listed(by), width: Number(width), where };
  });

function listed(names: string): string[] {
  return names === '' ? [] : names.split(', ');
}

export const chartOf = (chart: Chart) => ({
  slice_name: chart.title,
  description: null,
  viz_type: paramsOf(chart).viz_type,
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
      return { viz_type: 'big_number_total', metric: metrics[0], y_axis_format: countFormat };
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
    default:
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
