/**
 * Settled tables of earlier builds that this one can read: those that its own definition gives when it has a part of its columns. The name
 * tells, as it follows from columns and fill. Where the definition changed otherwise, the old rows say something else.
 */
import { z } from 'zod';
import { type SettledTable, settledTable } from '../tables/define.ts';
import { definitions } from '../tables/definitions.ts';
import type { Read } from './find.ts';

const columnRow = z.object({ table: z.string(), names: z.array(z.string()) });

const columnsOf = `
select
    table,
    groupArray(name) as names
from system.columns
where database = currentDatabase()
  and table in {tables:Array(String)}
group by table`;

/** The columns of a table never change, so each table is looked at once. */
export function createPredecessors() {
  const columns = new Map<string, ReadonlySet<string>>();

  /** @param stored the names of settled tables @returns what each table of this build lacks in them, by their names */
  return async (read: Read, table: SettledTable, stored: readonly string[]) => {
    const others = stored.filter((name) => name.startsWith(`${table.name}__`) && name !== table.stored);
    const unknown = others.filter((name) => !columns.has(name));
    if (unknown.length > 0)
      for (const row of await read(columnsOf, { tables: unknown }, columnRow))
        columns.set(row.table, new Set(row.names));
    return others.flatMap((name) => {
      const has = columns.get(name) ?? new Set();
      const lacks = table.columns.filter((column) => !has.has(column));
      return likeThis(table, has).stored === name ? [{ stored: name, lacks }] : [];
    });
  };
}

function likeThis({ name }: SettledTable, columns: ReadonlySet<string>): SettledTable {
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`there is no settled table ${name}`);
  return settledTable(definition, (column) => columns.has(column));
}
