import { join } from 'node:path';
import { type Database, open } from 'lmdb';
import type { Lookup, Row } from '../format.ts';
import { storableKey } from '../storable-key.ts';

/** Rows of side tables by their keys, in a temporary file: a table may be larger than the memory. */
export interface Lookups {
  /** @param kept the columns to keep */
  add(table: string, key: string, kept: readonly string[], rows: readonly Row[]): Promise<void>;
  find: Lookup;
  close(): Promise<void>;
}

export function openLookups(folder: string): Lookups {
  const root = open<unknown, string>(join(folder, 'lookups.mdb'), { noSync: true, eventTurnBatching: false });
  const tables = new Map<string, Database<Row, string>>();
  const tableOf = (name: string) => {
    const known = tables.get(name) ?? root.openDB<Row, string>(name, {});
    tables.set(name, known);
    return known;
  };
  return {
    async add(table, key, kept, rows) {
      const into = tableOf(table);
      await root.transaction(() => {
        for (const row of rows) {
          const values = Object.fromEntries(kept.map((column) => [column, row[column] ?? '']));
          if (row[key]) into.putSync(storableKey(row[key]), values);
        }
      });
    },
    find: (table, key) => (key === '' ? undefined : tableOf(table).get(storableKey(key))),
    close: () => root.close(),
  };
}
