import { columns } from '../columns.ts';
import { exportPages } from '../reports/export-pages.ts';
import { exportPageviews } from '../reports/export-pageviews.ts';
import { exportSessions } from '../reports/export-sessions.ts';
import { overview } from '../reports/overview.ts';
import { pages } from '../reports/pages.ts';
import { realtime } from '../reports/realtime.ts';
import type { Asked, Told } from '../reports/report.ts';

type Report = (asked: Asked) => Told;

interface File {
  columns: string[];
  rows: (asked: Asked) => Record<string, unknown>[];
}

/** The definition of each report that answers JSON, by its path; `:page` stands for the page asked about. */
export const reports: Record<string, Report> = {
  '/overview': overview,
  '/pages': pages,
  '/realtime': realtime,
};

/** The definition of each file. */
export const exports: Record<string, File> = {
  '/export/pageviews': { columns: columns['/export/pageviews'], rows: exportPageviews },
  '/export/sessions': { columns: columns['/export/sessions'], rows: exportSessions },
  '/export/pages': { columns: columns['/export/pages'], rows: exportPages },
};

export const paths = [...Object.keys(reports), ...Object.keys(exports)];
