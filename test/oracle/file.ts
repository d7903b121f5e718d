import { parseCsv } from './csv.ts';
import { byBytes } from './order.ts';

export type Row = Record<string, unknown>;

/** The form of an export: its columns, and how free text is written. */
export interface Form {
  columns: string[];
  format: 'csv' | 'jsonl';
  /** Whether texts stay unchanged, although a spreadsheet may execute them. */
  raw: boolean;
}

/** Expects the rows of a file, in any order: the replay test shows that the order is stable. */
export function expectFile(text: string, expected: Row[], { columns, format, raw }: Form): void {
  const actual = format === 'csv' ? fromCsv(text, columns) : fromJsonLines(text, columns);
  const written = format === 'csv' && !raw ? harmless : (value: unknown) => value;
  const rows = expected.map((row) => columns.map((column) => written(row[column])));
  expect(actual.sort(byFields)).toEqual(rows.sort(byFields));
}

const byFields = (a: unknown[], b: unknown[]) => byBytes(a.join('\0'), b.join('\0'));

function fromCsv(text: string, columns: string[]): unknown[][] {
  const [header, ...records] = parseCsv(text);
  expect(header).toEqual(columns);
  return records.map((record) => record.map((field, index) => read(columns[index] ?? '', field)));
}

function fromJsonLines(text: string, columns: string[]): unknown[][] {
  const rows: Row[] = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return rows.map((row) => {
    expect(Object.keys(row)).toEqual(columns);
    return Object.entries(row).map(([column, value]) =>
      column === 'props' ? read(column, `${value}`) : value,
    );
  });
}

const numeric = /^(status|views|unique_views|latitude|longitude|word_count|amount|.*_ms|.*scroll_depth)$/;

/** The value of a field: no text means no number. */
function read(column: string, text: string): unknown {
  if (column === 'verified') return text === '' ? null : text === 'true';
  if (column === 'props') return JSON.stringify(JSON.parse(text));
  if (!numeric.test(column)) return text;
  return text === '' ? null : Number(text);
}

/** Text that a spreadsheet would execute gets a leading apostrophe. */
const harmless = (value: unknown) =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
