import { isObject } from '@tallyhouse/service';
import type { Columns, ObjectFormat, RowOptions } from '../format.ts';
import { objectLines } from '../formats/json-line.ts';
import { linesOf } from './lines.ts';
import { contentOf, type InputFile } from './open-file.ts';
import { isParquet, parquetMembers, parquetObjects } from './parquet.ts';
import type { Item, ReadItems } from './source.ts';
import { notUsed } from './unused.ts';

/** Reads rows with records within them, and collects the columns that the format ignores. */
export function openObjects(format: ObjectFormat, options: RowOptions) {
  const unused = new Map<string, Set<string>>();
  return {
    /** A reader for the rows of files, each file after the one before. */
    newReader(): ReadItems {
      const readRow = format.createReader(options);
      return (file, onBytes) => itemsOf(file, onBytes, readRow);
    },
    unused: () => notUsed(unused),
  };

  async function* itemsOf(
    file: InputFile,
    onBytes: (count: number) => void,
    readRow: ReturnType<ObjectFormat['createReader']>,
  ): AsyncGenerator<Item[]> {
    const others = new Set<string>();
    unused.set(file.path, others);
    const noteOthers = createNotes(format.columns, '', others);
    let number = 0;
    if (await isParquet(file)) {
      noteOthers(await parquetMembers(file.path));
      for await (const rows of parquetObjects(file.path, Object.keys(format.columns))) {
        yield rows.map((row) => ({ number: ++number, reading: readRow(row), text: '' }));
      }
      onBytes(file.size ?? 0);
      return;
    }
    const readLine = objectLines((row) => {
      noteOthers(row);
      return readRow(row);
    });
    for await (const lines of linesOf(contentOf(file, onBytes), file.path)) {
      yield lines.map((text) => ({ number: ++number, reading: readLine(text), text }));
    }
  }
}

function createNotes(columns: Columns, before: string, into: Set<string>) {
  const within = new Map<string, (record: Readonly<Record<string, unknown>>) => void>();
  for (const [name, read] of Object.entries(columns)) {
    if (typeof read === 'object') within.set(name, createNotes(read, `${before}${name}.`, into));
  }
  return (row: Readonly<Record<string, unknown>>): void => {
    for (const name in row) {
      const record = row[name];
      if (!Object.hasOwn(columns, name)) into.add(before + name);
      else if (isObject(record)) within.get(name)?.(record);
    }
  };
}
