import type { ClickHouseSettings } from '@clickhouse/client';

/** Reports take seconds, exports minutes: each kind has its own limits. */
export type EndpointKind = 'report' | 'export';

/** The share of the database for requests of one kind. */
export interface Limits {
  seconds: number;
  /** Memory limit of a query; 0 leaves it to the server. */
  memoryBytes: number;
  /** Thread limit of a query; 0 leaves it to the server. */
  threads: number;
  /** Requests served at once. */
  concurrency: number;
}

/** The limits as ClickHouse settings of one query. */
export function querySettingsOf({ seconds, memoryBytes, threads }: Limits): ClickHouseSettings {
  return {
    max_execution_time: seconds,
    ...(memoryBytes > 0 ? { max_memory_usage: String(memoryBytes) } : {}),
    ...(threads > 0 ? { max_threads: threads } : {}),
    // Ends a query when its connection closes, which ClickHouse does only for read-only queries. 2 rather than 1, which would refuse all
    // other settings.
    readonly: '2',
    cancel_http_readonly_queries_on_client_close: 1,
    // Otherwise 26.x sends status 200 with the first row; the buffer gives early errors their own status.
    http_response_buffer_size: String(1024 * 1024),
  };
}

/** Settings of every report and export. A query names only additional ones. */
export const readingSettings: ClickHouseSettings = {
  // All rows of a key are in one partition, so FINAL merges each partition by itself.
  do_not_merge_across_partitions_select_final: 1,
  // Conditions stay where the SQL puts them: it uses `prewhere` explicitly where that pays.
  optimize_move_to_prewhere: 0,
  // grouping() is 0 for a column that the row is grouped by: the default since 23.x, set for older installations.
  force_grouping_standard_compatibility: 1,
  // The changed sessions are read twice in a query: to exclude them from the settled rows, and to read them elsewhere. Both
  // must be the same sessions, whatever is stored in between.
  enable_shared_storage_snapshot_in_query: 1,
  // Compiling expressions saves no time (test/bench/results/plans.md), and tests interpret them.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  // Rules of the sites file are part of the text wherever a column is computed by them. 0 is no limit.
  max_query_size: String(16 * 1024 * 1024),
  max_parser_backtracks: '0',
  max_ast_elements: '0',
  // The format of times in responses: 2026-11-21T10:15:00.000Z.
  date_time_output_format: 'iso',
  // `select *` of an entity table includes the columns that reports use, some of which are aliases.
  asterisk_include_alias_columns: 1,
};
