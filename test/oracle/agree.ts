import { expectFile } from './file.ts';
import { written } from './filter.ts';
import type { Question } from './question/question.ts';
import { exports, reports } from './question/reports.ts';
import type { Asked, Told } from './reports/report.ts';

/** Expects of an answer what the definitions say. */
export function expectAgreement(question: Question, asked: Asked, text: string): void {
  const [report, file] = [reports[question.path], exports[question.path]];
  if (report) expect(JSON.parse(text)).toEqual(body(asked, report(asked)));
  else if (file) expectFile(text, file.rows(asked), { ...question, columns: file.columns });
  else throw new Error(`no definition of ${question.path}`);
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
