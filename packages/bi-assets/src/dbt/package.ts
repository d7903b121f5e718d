/** A dbt package: sources with tests, and the descriptions of its models, whose SQL is written by hand. */
import type { Files } from '../files.ts';
import { metrics, sqlOf } from '../metrics.ts';
import { hasNoSum, rowTables, type Table, tables } from '../tables.ts';
import { sourceOf, testsOfColumn } from './tests.ts';

const staged = ({ name }: Table) => `stg_tallyhouse__${name}`;

export const dbtFiles = (): Files => ({
  'dbt_project.yml': {
    name: 'tallyhouse',
    version: '1.0.0',
    'config-version': 2,
    profile: 'tallyhouse',
    'require-dbt-version': ['>=1.10.5', '<2.0.0'],
    'model-paths': ['models'],
    'macro-paths': ['macros'],
    vars: { tallyhouse_database: 'bi' },
    models: { tallyhouse: { staging: { '+materialized': 'view' } } },
  },
  'models/sources.yml': {
    version: 2,
    sources: [
      {
        name: 'tallyhouse',
        schema: "{{ var('tallyhouse_database', 'bi') }}",
        description: 'Web analytics as Tallyhouse keeps it. Times and dates are UTC.',
        tables: tables.map(sourceOf),
      },
    ],
  },
  'models/staging/staging.yml': {
    version: 2,
    models: rowTables.map((table) => ({
      name: staged(table),
      description: table.comment,
      columns: table.columns.map((column) => ({ name: column.name, description: column.comment })),
    })),
  },
  'models/days/days.yml': { version: 2, models: [daysOf(daysTable())] },
  'macros/metrics.sql': macros(),
});

function daysTable(): Table {
  const found = tables.find(({ name }) => name === 'days');
  if (found === undefined) throw new Error('there is no view days');
  return found;
}

const daysOf = ({ comment, columns }: Table) => ({
  name: 'tallyhouse_days',
  description: `${comment}, also of a day whose numbers have become 0. A run reads the days that changed since the last one`,
  data_tests: [{ unique: { arguments: { column_name: '(site_id, date)' } } }],
  columns: [
    ...columns.map((column) => ({
      name: column.name,
      description: column.comment,
      ...(hasNoSum(column.name) ? {} : testsOfColumn(['not_null'])),
    })),
    { name: 'known_until', description: 'The newest change that was known before the day was read' },
  ],
});

/** The metrics of rows, as macros: `{{ tallyhouse.visitors() }}`. */
const macros = () =>
  metrics
    .filter(({ view }) => rowTables.some(({ name }) => name === view))
    .map(
      (metric) =>
        `{# ${metric.about}. From ${metric.view} #}\n{% macro ${metric.name}() %}${sqlOf(metric)}{% endmacro %}\n`,
    )
    .join('\n');
