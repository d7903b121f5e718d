import { raw } from '@tallyhouse/sql';

/**
 * Settings of a reader that would change what a view returns, or make it fail, as drivers and people set them. Each view has them as
 * they are by default, around all of its text: behind a `union all` they would hold only for its last part.
 */
export const pinned = raw(
  [
    'join_use_nulls = 0',
    'prefer_column_name_to_alias = 0',
    'group_by_use_nulls = 0',
    'transform_null_in = 0',
    "session_timezone = ''",
    "union_default_mode = 'ALL'",
    'aggregate_functions_null_for_empty = 0',
    'empty_result_for_aggregation_by_empty_set = 0',
    "join_default_strictness = 'ALL'",
    'any_join_distinct_right_table_keys = 0',
    'analyzer_compatibility_join_using_top_level_identifier = 0',
    'do_not_merge_across_partitions_select_final = 0',
    'enable_global_with_statement = 1',
    'enable_scopes_for_with_statement = 1',
    'final = 0',
    'apply_deleted_mask = 1',
  ].join(',\n'),
);

/** With any setting of a reader, an unreachable shard is an error, and the sums of shards are added up. */
export const pinnedOverShards = raw('skip_unavailable_shards = 0,\ndistributed_group_by_no_merge = 0');
