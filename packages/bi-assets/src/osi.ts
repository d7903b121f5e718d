/** The model in Open Semantic Interchange (Apache Ossie), for catalogs, converters and assistants. */
import type { Files } from './files.ts';
import { idOf, joins } from './joins.ts';
import { metrics, sqlOf } from './metrics.ts';
import { type Kind, keyOverSites, kindOf, rowTables } from './tables.ts';

const types: Record<Kind, string> = {
  text: 'String',
  whole: 'Integer',
  number: 'Float',
  money: 'Decimal',
  truth: 'Boolean',
  day: 'Date',
  time: 'DateTimeTz',
  map: 'Opaque',
};

const expressed = (expression: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression }] });

export const osiFiles = (): Files => ({
  'tallyhouse.yaml': { version: '0.2.0.dev0', semantic_model: [model()] },
});

const model = () => ({
  name: 'tallyhouse',
  description:
    'Web analytics: one row per pageview, visit (session), event and visitor. Times and dates are UTC.',
  ai_context: {
    instructions:
      'Filter on site_id and date. Visitors are distinct counts and do not add up over days or sources; rates are ratios of sums; ' +
      'revenue is by currency. Use the metrics as they are.',
  },
  datasets: rowTables.map((table) => ({
    name: table.name,
    source: `bi.${table.name}`,
    primary_key: keyOverSites(table),
    description: table.comment,
    fields: table.columns.map((column) => ({
      name: column.name,
      expression: expressed(column.name),
      ...(kindOf(column.type) === 'time' && { dimension: { is_time: column.name === table.time } }),
      description: column.comment,
      datatype: types[kindOf(column.type)],
    })),
  })),
  relationships: joins.map((join) => ({
    name: `${join.from}_to_${join.to}`,
    from: join.from,
    to: join.to,
    from_columns: [...join.on],
    to_columns: [...join.on],
    ...(join.unmatched !== 'nothing' && {
      ai_context: `${idOf(join)} of an event may be ${join.unmatched === 'ids' ? 'of a visitor without a pageview, or ' : ''}zeros: keep such rows.`,
    }),
  })),
  metrics: metrics
    .filter(({ view }) => rowTables.some(({ name }) => name === view))
    .map((metric) => ({
      name: metric.name,
      expression: expressed(
        metric.sql === 'COUNT(*)'
          ? `COUNT(${keyOf(metric.view)})`
          : sqlOf(metric, (column) => `${metric.view}.${column}`).replace(
              'COUNT(*)',
              `COUNT(${keyOf(metric.view)})`,
            ),
      ),
      description: metric.about,
      ai_context: { synonyms: [metric.label] },
    })),
});

/** A metric of a model has to name its rows. */
const keyOf = (view: string) => `${view}.${rowTables.find(({ name }) => name === view)?.key.at(-1)}`;
