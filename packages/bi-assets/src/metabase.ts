/**
 * The metadata for Metabase, in the terms of its API (`PUT /api/table/:id`, `PUT /api/field/:id`): descriptions, kinds, and joins.
 * deploy/bi/metabase/apply.py sends it.
 */
import type { Files } from './files.ts';
import { idOf, joinsOf } from './joins.ts';
import { hasNoSum, kindOf, type Table, tables } from './tables.ts';

/** Metabase's kinds, by the name of a column. Amounts have none: it would show those of `type/Currency` as US dollars. */
const named: Record<string, string> = {
  country: 'type/Country',
  region: 'type/State',
  city: 'type/City',
  page_title: 'type/Title',
  page_path: 'type/Category',
  entry_referrer: 'type/URL',
};

export const metabaseFiles = (): Files => ({
  'metadata.json': { schema: 'bi', tables: tables.map(tableOf) },
});

const tableOf = ({ name, comment, columns, key, time }: Table) => ({
  name,
  description: comment,
  fields: columns.map((column) => {
    // Metabase joins by one column, and an id of a visitor belongs to a site.
    const join = joinsOf(name).find((one) => one.to === 'sessions' && idOf(one) === column.name);
    return {
      name: column.name,
      description: column.comment,
      ...(join === undefined
        ? {
            semantic_type: kindName(
              column.name,
              column.type,
              key.length === 1 && key[0] === column.name,
              time,
            ),
          }
        : { semantic_type: 'type/FK', fk_target: `${join.to}.${idOf(join)}` }),
      // Only in the details of a row: no question offers its sum.
      visibility_type: hasNoSum(column.name) && column.name !== 'amount' ? 'details-only' : 'normal',
    };
  }),
});

function kindName(name: string, type: string, isKey: boolean, time: string | undefined): string | null {
  if (isKey) return 'type/PK';
  if (name === time) return 'type/CreationTimestamp';
  if (named[name] !== undefined) return named[name];
  return kindOf(type) === 'text' ? 'type/Category' : null;
}
