import type { ClickHouseSettings } from '@clickhouse/client';

/** How every report and export is read. The SQL names only what one query needs besides. */
export const readingSettings: ClickHouseSettings = {
  // The rows of a key lie in one partition, so FINAL merges each partition by itself.
  do_not_merge_across_partitions_select_final: 1,
  // Conditions stay where the SQL puts them: it says `prewhere` itself where that pays.
  optimize_move_to_prewhere: 0,
  // grouping() is 0 for a column that the row is grouped by. The default since 23.x, and said for servers that were set up
  // before.
  force_grouping_standard_compatibility: 1,
  // Which sessions changed is read twice in a query: to leave them out of the settled rows, and to read them elsewhere. Both
  // must be the same sessions, whatever is stored in between. ClickHouse has it since 25.6.
  enable_shared_storage_snapshot_in_query: 1,
  // `select *` of an entity table gives the columns that reports know, which are aliases in part.
  asterisk_include_alias_columns: 1,
};
