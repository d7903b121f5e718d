import { type Columns, nothing, type ObjectFormat, type ReadOptions, unreadable } from '../format.ts';
import { isObject, jsonObject } from '../formats/json-line.ts';
import { linesOf } from './lines.ts';
import { contentOf, type InputFile } from './open-file.ts';
import { isParquet, parquetMembers, parquetObjects } from './parquet.ts';
import type { Item } from './source.ts';
import { createUnused } from './unused.ts';

/** Rows of Parquet that are in memory at a time: each may hold a hundred records. */
const rowsAtOnce = 5000;

/** Reads rows with records within them, and notes the columns that mean nothing to the format. */
export function openObjects(format: ObjectFormat, options: ReadOptions) {
  const unused = createUnused();
  return { read, unused: unused.said };

  async function* read(file: InputFile, onBytes: (count: number) => void): AsyncGenerator<Item[]> {
    const readRow = format.createReader(options);
    const others = new Set<string>();
    unused.note(file, others);
    let number = 0;
    if (await isParquet(file.path)) {
      noteOthers(await parquetMembers(file.path), format.columns, '', others);
      const columns = [...Object.keys(format.columns), ...format.signs];
      for await (const rows of parquetObjects(file.path, columns, rowsAtOnce)) {
        yield rows.map((row) => ({ number: ++number, reading: readRow(row), text: '' }));
      }
      onBytes(file.size ?? 0);
      return;
    }
    for await (const lines of linesOf(contentOf(file, onBytes))) {
      yield lines.map((text) => ({ number: ++number, reading: readLine(text), text }));
    }

    function readLine(text: string) {
      if (text.trim() === '') return nothing;
      const row = jsonObject(text);
      if (row === undefined) return unreadable('it is not a JSON object');
      noteOthers(row, format.columns, '', others);
      return readRow(row);
    }
  }
}

/** Notes the names of members, within records too, that are not among the columns. */
function noteOthers(
  row: Readonly<Record<string, unknown>>,
  columns: Columns,
  before: string,
  into: Set<string>,
): void {
  for (const name in row) {
    const read = columns[name];
    if (read === undefined) into.add(before + name);
    else if (read !== true) {
      const record = row[name];
      if (isObject(record)) noteOthers(record, read, `${before}${name}.`, into);
    }
  }
}
