/** The data model of Cube: only rows, because Cube moves times into the zone of a query, which sums of UTC days cannot follow. */
import type { Files } from './files.ts';
import { joinsOf } from './joins.ts';
import { type Metric, metricsOfView, sqlOf } from './metrics.ts';
import { hasNoSum, type Kind, keyOverSites, kindOf, rowTables, type Table } from './tables.ts';

const inCube = (column: string) => `{CUBE}.${column}`;

const types: Record<Kind, string> = {
  text: 'string',
  whole: 'number',
  number: 'number',
  money: 'number',
  truth: 'boolean',
  // As text it stays the same day in every zone.
  day: 'string',
  time: 'time',
  map: 'string',
};

export const cubeFiles = (): Files =>
  Object.fromEntries(rowTables.map((table) => [`model/cubes/${table.name}.yml`, { cubes: [cubeOf(table)] }]));

function cubeOf(table: Table) {
  const { name, comment, columns } = table;
  const key = keyOverSites(table);
  return {
    name,
    sql_table: `bi.${name}`,
    description: comment,
    joins: joinsOf(name).map((join) => ({
      name: join.to,
      relationship: 'many_to_one',
      sql: join.on.map((column) => `${inCube(column)} = {${join.to}}.${column}`).join(' AND '),
    })),
    dimensions: columns
      .filter((column) => kindOf(column.type) !== 'map' && !hasNoSum(column.name))
      .map((column) => ({
        name: column.name,
        description: column.comment,
        sql: kindOf(column.type) === 'day' ? `toString(${inCube(column.name)})` : inCube(column.name),
        type: types[kindOf(column.type)],
        ...(key.includes(column.name) && { primary_key: true, public: true }),
      })),
    measures: metricsOfView(name).map(measureOf),
  };
}

/** Cube keeps counts right over joins. It uses anything else unchanged. */
function measureOf(metric: Metric) {
  const { name, label, about, unit } = metric;
  const described = {
    name,
    title: label,
    description: about,
    ...(unit === 'percent' && { format: 'percent' }),
  };
  if (metric.sql === 'COUNT(*)') return { ...described, type: 'count' };
  const sql = sqlOf(metric, inCube);
  const [, distinct] = /^COUNT\(DISTINCT (.*)\)$/.exec(sql) ?? [];
  if (distinct !== undefined) return { ...described, type: 'count_distinct', sql: distinct };
  return { ...described, type: 'number', sql };
}
