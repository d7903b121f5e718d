/** The dbt tests of the views: keys, and joins in which an id may be zeros. */
import { idOf, joinsOf } from '../joins.ts';
import { nobody } from '../metrics.ts';
import { keyOverSites, type Table } from '../tables.ts';

type Test = string | Record<string, unknown>;

export const testsOfColumn = (tests: readonly Test[]) => (tests.length === 0 ? {} : { data_tests: tests });

export const sourceOf = (table: Table) => ({
  name: table.name,
  description: table.comment,
  ...testsOfColumn(uniqueTogether(table)),
  columns: table.columns.map(({ name, comment }) => ({
    name,
    description: comment,
    ...testsOfColumn(testsOf(table, name)),
  })),
});

function uniqueTogether(table: Table): Test[] {
  const key = keyOverSites(table);
  // Rows of an hour of received pings may be duplicates until they are merged.
  if (key.length === 0 || table.name === 'pings_hourly') return [];
  return [{ unique: { arguments: { column_name: `(${key.join(', ')})` } } }];
}

function testsOf({ name, key }: Table, column: string): Test[] {
  return [
    ...(key.includes(column) ? ['not_null'] : []),
    // Empty for events that were sent without one.
    ...(column === 'event_id'
      ? [
          {
            unique: {
              arguments: { column_name: '(site_id, event_id)' },
              config: { where: "event_id != ''" },
            },
          },
        ]
      : []),
    ...joinsOf(name)
      .filter((join) => idOf(join) === column && join.unmatched !== 'ids')
      .map((join) => ({
        relationships: {
          arguments: { to: `source('tallyhouse', '${join.to}')`, field: column },
          ...(join.unmatched === 'zeros' && { config: { where: `${column} != toUUID('${nobody}')` } }),
        },
      })),
  ];
}
