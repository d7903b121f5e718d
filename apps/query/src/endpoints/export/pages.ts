import { sql } from '@tallyhouse/sql';
import { defineExport } from '../define/define-export.ts';
import { page, pageList } from '../pages.ts';

export const exportPages = defineExport({
  name: 'pages',
  description: 'One row for each page viewed in the period, most viewed first, with the metrics of /pages.',
  row: page,
  // Days that are not settled are grouped by page and session, on disk when they are many.
  rows: (read, file) => pageList(read, file, sql`settings max_bytes_before_external_group_by = 100000000`),
});
