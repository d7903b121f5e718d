import { parseCsv } from './csv.ts';
import { written } from './filter.ts';
import { byBytes } from './order.ts';
import type { Question } from './question/question.ts';
import { exports, reports } from './question/reports.ts';
import type { Asked, Told } from './reports/report.ts';

/** Expects of an answer what the definitions say. */
export function expectAgreement(question: Question, asked: Asked, text: string): void {
  const [report, file] = [reports[question.path], exports[question.path]];
  if (report) expect(JSON.parse(text)).toEqual(body(asked, report(asked)));
  if (file) expectFile(text, file.columns, file.rows(asked), question.raw);
}

function body({ site, range, timezone, filters }: Asked, { meta, data }: Told) {
  return {
    meta: {
      site_id: site.id,
      start: new Date(range.start).toISOString(),
      end: new Date(range.end).toISOString(),
      timezone,
      filters: filters.map(written),
      ...meta,
    },
    data,
  };
}

type Row = Record<string, unknown>;

/** Rows may come in any order; that it is a stable one, the replay shows. */
function expectFile(csv: string, columns: string[], expected: Row[], raw: boolean): void {
  const [header, ...records] = parseCsv(csv);
  expect(header).toEqual(columns);
  const actual = records.map((record) => record.map((text, index) => read(columns[index] ?? '', text)));
  const rows = expected.map((row) => columns.map((column) => (raw ? row[column] : harmless(row[column]))));
  expect(actual.sort(byFields)).toEqual(rows.sort(byFields));
}

const byFields = (a: unknown[], b: unknown[]) => byBytes(a.join('\0'), b.join('\0'));

const numeric = /^(views|unique_views|latitude|longitude|word_count|.*_ms|.*scroll_depth)$/;

/** A field as what it stands for: of no number there is nothing. */
function read(column: string, text: string): unknown {
  if (!numeric.test(column)) return text;
  return text === '' ? null : Number(text);
}

/** Text that a spreadsheet would run gets an apostrophe in front. */
const harmless = (value: unknown) =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
