import { printable } from '@tallyhouse/service';
import { type Row, type RowOptions, type TableFormat, unreadable } from '../format.ts';
import { csvRows } from './csv.ts';
import { type Lookups, openLookups } from './lookups.ts';
import type { InputFile } from './open-file.ts';
import { isParquet, parquetMembers, parquetRows } from './parquet.ts';
import type { ReadItems } from './source.ts';
import { notUsed } from './unused.ts';

/** A row with its number, or the reason why it is invalid. */
interface TableRow {
  number: number;
  row: Row;
  wrong: string | undefined;
}

/** Files of a table format: which of them have the records, and how to read these. */
export interface Tables {
  /** The versions are those of all files: rows have what side tables say. */
  main: InputFile[];
  /** A reader for their rows, each file after the one before. */
  newReader(): ReadItems;
  /** Lines that name the columns that were not used, a line for each file, and rows of side tables that cannot be read. */
  unused(): string;
  close(): Promise<void>;
}

/**
 * Identifies the files of a format by their columns, and reads the side tables.
 * @param scratch a folder for temporary files
 * @throws an Error that names the expected columns, or the missing table
 */
export async function openTables(
  format: TableFormat,
  files: readonly InputFile[],
  options: RowOptions,
  scratch: string,
): Promise<Tables> {
  const main: InputFile[] = [];
  const unused = new Map<string, Set<string>>();
  const ofMain = [...format.main.columns, ...(format.main.more ?? [])];
  const sides: { file: InputFile; side: TableFormat['sides'][number] }[] = [];
  for (const file of files) {
    const columns = new Set(file.version === undefined ? format.main.columns : await columnsOf(file));
    const side = format.sides.find((one) => one.columns.every((column) => columns.has(column)));
    if (format.main.columns.every((column) => columns.has(column))) {
      main.push(file);
      note(file, columns, ofMain);
    } else if (side !== undefined) {
      sides.push({ file, side });
      note(file, columns, [...side.columns, ...side.kept]);
    } else throw foreign(format, file.path, columns);
  }
  const missing = format.sides.find((side) => side.required && !sides.some((one) => one.side === side));
  if (main.length === 0)
    throw new Error(`The table ${format.main.name} is missing: ${expected(format.main)}.`);
  if (missing !== undefined) throw new Error(`The table ${missing.name} is missing: ${expected(missing)}.`);

  const lookups = openLookups(scratch);
  const leftOut: string[] = [];
  for (const { file, side } of sides) leftOut.push(await addRows(lookups, file, side));
  return {
    main: main.map((file) => ({ ...file, version: file.version && files.map((one) => one.version).join() })),
    newReader() {
      const read = format.createReader(options, lookups.find);
      return async function* itemsOf(file, onBytes) {
        for await (const rows of rowsOf(file, ofMain, onBytes, (names) => note(file, names, ofMain))) {
          yield rows.map(({ number, row, wrong }) => {
            const why = wrong ?? garbledIn(row, format.main);
            const reading = why === undefined ? read(row) : unreadable(why);
            return { number, reading, text: wrong === undefined ? Object.values(row).join(',') : '' };
          });
        }
      };
    },
    unused: () => notUsed(unused) + leftOut.join(''),
    close: () => lookups.close(),
  };

  function note(file: InputFile, columns: Iterable<string>, used: readonly string[]): void {
    const others = [...columns].filter((name) => name !== '' && !used.includes(name));
    unused.set(file.path, new Set(others));
  }
}

/** Adds the rows of a side table. @returns a line that names those that cannot be read; `''` without any */
async function addRows(
  lookups: Lookups,
  file: InputFile,
  side: TableFormat['sides'][number],
): Promise<string> {
  let count = 0;
  let such = '';
  for await (const rows of rowsOf(file, [side.key, ...side.kept])) {
    const added: Row[] = [];
    for (const { number, row, wrong } of rows) {
      const why = wrong ?? garbledIn(row, side);
      if (why === undefined) added.push(row);
      else such ||= `line ${number}: ${printable(why)}`;
    }
    await lookups.add(side.name, side.key, side.kept, added);
    count += rows.length - added.length;
  }
  return count === 0
    ? ''
    : `  Left out of ${file.path}: ${count} rows that cannot be read, such as ${such}\n`;
}

async function columnsOf(file: InputFile): Promise<string[]> {
  if (await isParquet(file)) return Object.keys(await parquetMembers(file.path));
  for await (const [header] of csvRows(file)) return namesIn(file, header?.cells ?? []);
  return [];
}

/** @throws an Error when a name is there twice, as after a join: which of both columns is meant? */
function namesIn({ path }: InputFile, cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice === undefined) return names;
  throw new Error(`${path} has two columns ${printable(twice)}. Nothing was imported.`);
}

/** @param columns the columns to read @param onNames called with the names of all columns of CSV */
async function* rowsOf(
  file: InputFile,
  columns: readonly string[],
  onBytes: (count: number) => void = () => {},
  onNames: (names: readonly string[]) => void = () => {},
): AsyncGenerator<TableRow[]> {
  if (await isParquet(file)) {
    let number = 0;
    for await (const rows of parquetRows(file.path, columns)) {
      yield rows.map((row) => ({ number: ++number, row, wrong: undefined }));
    }
    onBytes(file.size ?? 0);
    return;
  }
  let names: string[] | undefined;
  let read: [name: string, index: number][] = [];
  for await (const rows of csvRows(file, onBytes)) {
    const from = names === undefined ? 1 : 0;
    if (names === undefined) {
      names = namesIn(file, rows[0]?.cells ?? []);
      onNames(names);
      read = [...names.entries()].flatMap(([index, name]) => (columns.includes(name) ? [[name, index]] : []));
    }
    const known = names;
    yield rows.slice(from).map(({ line, cells, wrong }) => ({
      number: line,
      row: Object.fromEntries(read.map(([name, index]) => [name, present(cells[index])])),
      wrong:
        wrong ??
        (cells.length === known.length
          ? undefined
          : `it has ${cells.length} fields, the header ${known.length}`),
    }));
  }
}

/** What a spreadsheet made of a row: an id of many digits is rounded, and a number has the signs of a language. */
function garbledIn(row: Row, { numbers = [], degrees = [] }: TableFormat['main']): string | undefined {
  const rounded = Object.entries(row).find(([, text]) => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text));
  if (rounded !== undefined) return `its ${rounded.join(' ')} is rounded`;
  const name =
    numbers.find((column) => !/^\d*(?:\.\d\d?)?$/.test(row[column] ?? '')) ??
    degrees.find((column) => !/^-?\d{0,3}(?:\.\d+)?$/.test(row[column] ?? ''));
  return name === undefined ? undefined : `its ${name} ${row[name]} is no number`;
}

/** Databases' texts for a missing value. */
const present = (cell = '') => (cell === 'NULL' || cell === '\\N' ? '' : cell);

function foreign(format: TableFormat, path: string, columns: ReadonlySet<string>): Error {
  const tables = [format.main, ...format.sides].map(expected).join('; or ');
  const some = [...columns].slice(0, 8).join(', ').slice(0, 200);
  return new Error(
    `${path} is not in the format ${format.name}: its columns are ${printable(some)}. Expected ${tables}. Nothing was imported.`,
  );
}

const expected = ({ name, columns }: { name: string; columns: readonly string[] }) =>
  `${name} with the columns ${columns.join(', ')}`;
