import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { contentOf, type InputFile, startingWith, unreadableFile } from './open-file.ts';

/** A row of CSV, or the reason why it is invalid. */
export interface CsvRow {
  /** The line on which it ends. */
  line: number;
  cells: string[];
  wrong: string | undefined;
}

/** No row of an export is longer: one with an unclosed quote goes on to the end of the file. */
const longestRow = 1024 * 1024;
const delimiters = [',', '\t', ';'];
const rowsAtOnce = 500;

/**
 * Reads CSV (RFC 4180) or tab-separated text, whichever the first line is. Its first row is that of the names.
 * @throws an Error that names the file, and the first line of a row that does not end
 */
export async function* csvRows(file: InputFile, onBytes?: (count: number) => void): AsyncGenerator<CsvRow[]> {
  const chunks = contentOf(file, onBytes);
  const first = await chunks.next();
  if (first.done) return;
  const delimiter = delimiterOf(first.value.toString('utf8', 0, first.value.indexOf(0x0a) + 1 || undefined));
  const mark = first.value.toString('latin1', 0, 3);
  const isWide = /^\xff\xfe/.test(mark);
  const start = first.value.subarray(mark === '\xef\xbb\xbf' ? 3 : 0);
  let last = 0;
  const parser = pipeline(
    Readable.from(startingWith(start, chunks), { objectMode: false }),
    parse({
      bom: isWide,
      // Each byte a character, until it is known whether it is UTF-8.
      encoding: isWide ? 'utf16le' : 'latin1',
      delimiter,
      // mysql --batch escapes with backslashes instead, but for \r.
      quote: delimiter === '\t' ? null : '"',
      record_delimiter: delimiter === '\t' ? [] : ['\r\n', '\n', '\r'],
      max_record_size: longestRow,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // The line on which it ends comes first: with `info` as well, reading takes a third longer.
      on_record(record, { lines }) {
        last = lines;
        return [`${lines}`, ...record];
      },
    }),
    () => {}, // its errors come out of the loop below
  );
  let rows: CsvRow[] = [];
  try {
    for await (const parsed of parser) {
      const [line, ...record]: string[] = parsed;
      const bytes = isWide || record.every(isAscii) ? [] : record.map((cell) => Buffer.from(cell, 'latin1'));
      const texts = bytes.length > 0 ? bytes.map(String) : record;
      const cells = delimiter === '\t' ? texts.map(unescaped) : texts;
      rows.push({ line: Number(line), cells, wrong: bytes.every(isUtf8) ? undefined : 'it is not UTF-8' });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why = `its row from line ${last + 1} does not end within 1 MiB, as after a quote that is never closed`;
    throw unreadableFile(file.path, why);
  }
  if (rows.length > 0) yield rows;
}

const isAscii = (cell: string) => !/[^\0-\x7f]/.test(cell);

/** The delimiter between the names of the columns. */
function delimiterOf(header: string): string {
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '0': '\0' };

/** ClickHouse escapes the texts of a list once, as in CSV: their reader does the rest. */
const unescaped = (cell: string) => (/^(?:\\N|\['.*'\])$/s.test(cell) ? cell : unescapedText(cell));

/** A text in which a database escaped characters with backslashes. */
export const unescapedText = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/g, (_all, mark: string) => escapes[mark] ?? mark) : text;
