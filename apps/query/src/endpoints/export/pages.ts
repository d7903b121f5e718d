import { sql } from '@tallyhouse/sql';
import { defineExport } from '../define/define-export.ts';
import { page, pageList } from '../pages.ts';

// Sorted for the join, not hashed: a file on disk of each of many parts of a hash table has buffers of its own. With a share of the memory
// given, ClickHouse would sort on disk from that share on, not from these bytes. A join whose condition no row can meet is not sorted: it is
// hashed, of no rows.
const onDisk = sql`
settings
    max_threads = 1,
    max_bytes_before_external_group_by = 100000000,
    max_bytes_ratio_before_external_sort = 0,
    max_bytes_before_external_sort = 20000000,
    join_algorithm = 'full_sorting_merge,hash'`;

export const exportPages = defineExport({
  name: 'pages',
  description: 'One row for each page viewed in the period, most viewed first, with the metrics of /pages.',
  row: page,
  // Pages may be millions: they are grouped, joined with their titles and sorted on disk when they are many.
  rows: (read, file) => pageList(read, file, onDisk),
});
