import type { ClickHouseSettings } from '@clickhouse/client';

/** Settings of every report and export. SQL files name only additional ones. */
export const readingSettings: ClickHouseSettings = {
  // All rows of a key lie in one partition, so FINAL merges each partition by itself.
  do_not_merge_across_partitions_select_final: 1,
  // Conditions stay where the SQL puts them: it uses `prewhere` explicitly where that pays.
  optimize_move_to_prewhere: 0,
  // grouping() is 0 for a column that the row is grouped by. The default since 23.x; set for servers that were installed
  // before.
  force_grouping_standard_compatibility: 1,
  // The changed sessions are read twice in a query: to exclude them from the settled rows, and to read them elsewhere. Both
  // must be the same sessions, whatever is stored in between. Needs ClickHouse 25.6.
  enable_shared_storage_snapshot_in_query: 1,
  // As answers show times: 2026-11-21T10:15:00.000Z.
  date_time_output_format: 'iso',
  // `select *` of an entity table includes the columns that reports use, some of which are aliases.
  asterisk_include_alias_columns: 1,
};
