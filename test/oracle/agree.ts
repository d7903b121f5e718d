import { expectFile } from './file.ts';
import { written } from './filter.ts';
import { isoOf, type ReportBody, type ResolvedRequest } from './reports/report.ts';
import { comparedLists, exports, type File, reports } from './request/reports.ts';
import type { ReportRequest } from './request/request.ts';

export function expectAgreement(request: ReportRequest, resolved: ResolvedRequest, text: string): void {
  const [report, file] = [reports[request.path], exports[request.path]];
  const isCompared = comparedLists.includes(request.path) && request.compare !== undefined;
  if (report) expect(JSON.parse(text)).toEqual(body(resolved, report(resolved), isCompared));
  else if (file) expectFile(text, file.rows(resolved), { ...request, columns: columnsOf(file, resolved) });
  else throw new Error(`no definition of ${request.path}`);
}

const columnsOf = ({ columns }: File, { asked }: ResolvedRequest) =>
  asked.several ? ['site_id', ...columns] : columns;

function body(
  { asked, site, range, compared, timezone, filters }: ResolvedRequest,
  { meta, data }: ReportBody,
  isCompared: boolean,
) {
  return {
    meta: {
      site_id: asked.text,
      sites: site.ids,
      ...isoOf(range),
      timezone,
      filters: filters.map(written),
      ...(isCompared && {
        compare: compared && isoOf(compared),
      }),
      ...meta,
    },
    data,
  };
}
