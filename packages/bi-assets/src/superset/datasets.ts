/**
 * Datasets. The time axis is the calculated column `time`. Superset names the start of a month like its source column, and ClickHouse then
 * reads that name in `where` as the start of the month: with the column itself, a month would have all its days whatever the period is. So
 * no column of the table is offered as a time.
 */
import { metricsOfView, sqlOf } from '../metrics.ts';
import { hasNoSum, kindOf, type Table } from '../tables.ts';
import { countFormat, uuidOf, version } from './ids.ts';

export const timeAxis = 'time';

export const datasetOf = ({ name, comment, columns, time, isDaily }: Table) => ({
  table_name: name,
  main_dttm_col: time === undefined ? null : timeAxis,
  description: comment,
  schema: 'bi',
  sql: null,
  offset: 0,
  filter_select_enabled: true,
  uuid: uuidOf(`dataset ${name}`),
  metrics: metricsOfView(name).map((metric) => ({
    metric_name: metric.name,
    verbose_name: metric.label,
    metric_type: null,
    expression: sqlOf(metric),
    description: metric.about,
    d3format: metric.unit === 'count' ? countFormat : ',.2f',
    warning_text: null,
  })),
  columns: [
    ...(time === undefined
      ? []
      : [columnOf(timeAxis, isDaily ? 'DATE' : 'DATETIME', `The time axis: ${time}, UTC`, time)]),
    ...columns
      .filter((column) => kindOf(column.type) !== 'map' && !hasNoSum(column.name))
      .map((column) => columnOf(column.name, column.type, column.comment, null)),
  ],
  version,
  database_uuid: uuidOf('database'),
});

const columnOf = (name: string, type: string, description: string, expression: string | null) => ({
  column_name: name,
  verbose_name: null,
  is_dttm: expression !== null,
  is_active: true,
  type,
  groupby: true,
  filterable: true,
  expression,
  description,
  python_date_format: null,
});
