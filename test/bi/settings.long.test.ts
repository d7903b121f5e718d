/** With any setting that a tool sends, a view has the same rows, or ClickHouse refuses the setting by name. */

import { forAllTests } from '../api/shared-service.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { settleDays } from '../settle/settle-days.ts';
import { pings, startBiServer, storedUser } from './bi-server.ts';

let views: string[];
let rows: string;
const bi = forAllTests(() => startBiServer([storedUser('analyst', { maxSeconds: 50 })], pings.slice(0, 200)));
beforeAll(async () => {
  const command = (query: string) =>
    bi.writer.command({ query, clickhouse_settings: { mutations_sync: '1' } });
  await command("insert into annotations (version, sites) values (1, ['*'])");
  await command('alter table changed_days update changed_at = changed_at - interval 1 hour where 1');
  const days = ['2026-10-26', '2026-10-27'];
  await insertCrawls(
    bi.writer,
    days.map((day) => ({ occurred_at: Date.parse(`${day}T12:00:00Z`) })),
  );
  // A forgotten one.
  await insertCrawls(bi.writer, [{ site_id: '', occurred_at: 0 }]);
  // The first day is settled, the second has changed, the others are live.
  await settleDays(bi.writer, days);
  await command("insert into pings select * from pings where toDate(pinged_at) = '2026-10-27' limit 3");
  // Such rows stay in their part under a mask.
  await command('delete from pageviews where cityHash64(pageview_id) % 3 = 0');
  // The times of changes depend on the moment.
  const names =
    "select name from system.tables where database = 'bi' and name != 'changed_days' order by all";
  views = (await bi.ask('writer', names)).text.trim().split('\n');
  rows = await rowsWith('');
});

/** How many rows each view has, and a hash of all of them; or the error. */
async function rowsWith(parameters: string): Promise<string> {
  const hash = 'count() as number, sum(cityHash64(toString(tuple(*)))) as hash';
  const hashes = views.map((view) => `select '${view}' as name, ${hash} from bi.${view}`);
  const all = `select * from (${hashes.join(' union all ')}) order by name`;
  return (await bi.ask('analyst', all, parameters)).text;
}

test('each view has rows, and none of forgotten requests', () => {
  expect(rows).toMatch(/^crawls\t2\t/m);
  expect(views.filter((view) => !new RegExp(`^${view}\\t[1-9]`, 'm').test(rows))).toEqual([]);
});

// A few at a time, as tools send them: a setting that changes rows does so in combination, too.
test.each([
  // Cube, dbt, clickhouse-connect and tools based on it, JDBC.
  'join_use_nulls=1&max_execution_time=300&cast_string_to_dynamic_use_inference=1',
  'alter_sync=0&mutations_sync=3&lightweight_deletes_sync=3&allow_nondeterministic_mutations=1',
  'distributed_foreground_insert=1&insert_distributed_sync=1',
  'send_progress_in_http_headers=1&http_headers_progress_interval_ms=200&wait_end_of_query=1&max_execution_time=0',
  // People, and servers with settings of their own.
  'prefer_column_name_to_alias=1&group_by_use_nulls=1&transform_null_in=1',
  'session_timezone=America/New_York&union_default_mode=DISTINCT&join_default_strictness=ANY',
  'any_join_distinct_right_table_keys=1&aggregate_functions_null_for_empty=1&cast_keep_nullable=1',
  'empty_result_for_aggregation_by_empty_set=1&analyzer_compatibility_join_using_top_level_identifier=1',
  'enable_global_with_statement=0&enable_scopes_for_with_statement=0&use_variant_as_common_type=1',
  'do_not_merge_across_partitions_select_final=1&final=1&optimize_use_projections=0&apply_deleted_mask=0',
  'join_algorithm=full_sorting_merge&max_block_size=7&max_threads=1&enable_named_columns_in_function_tuple=0',
])('with %s each view has the same rows', async (parameters) => {
  expect(await rowsWith(parameters)).toBe(rows);
});

/** A query pretends to be the part of one replica. */
const inParts =
  'enable_parallel_replicas=1&max_parallel_replicas=2&parallel_replicas_count=2&parallel_replica_offset=1';

test.each([
  'allow_experimental_analyzer=0',
  'enable_analyzer=0',
  'compatibility=22.3',
  "additional_table_filters={'tallyhouse.pageviews': 'is_entry'}",
  'additional_result_filter=number > 1',
  ...['read', 'group_by', 'sort', 'result', 'set', 'join', 'distinct', 'transfer', 'timeout'].map(
    (what) => `${what}_overflow_mode=break`,
  ),
  'timeout_overflow_mode_leaf=break',
  'read_overflow_mode_leaf=break',
  `${inParts}&parallel_replicas_mode=sampling_key`,
  `${inParts}&parallel_replicas_mode=custom_key_sampling&parallel_replicas_custom_key=cityHash64(site_id)`,
  'parallel_replicas_custom_key=cityHash64(site_id)',
  'format_avro_schema_registry_url=http://127.0.0.1:1/',
  'output_format_schema=written',
  'max_threads=1000',
  'max_concurrent_queries_for_user=1000',
  'force_index_by_date=1',
  'max_rows_to_read=1',
])('%s is refused by its name', async (parameters) => {
  const [setting = ''] = parameters
    .replace('enable_analyzer', 'allow_experimental_analyzer')
    .replace('enable_parallel_replicas', 'allow_experimental_parallel_reading_from_replicas')
    .split('=');
  const refused = await rowsWith(parameters);
  expect(refused).toMatch(/DB::Exception/);
  expect(refused.replaceAll('Limit for rows to read exceeded', 'max_rows_to_read')).toContain(setting);
});
