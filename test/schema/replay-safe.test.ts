import { forEachTest } from '../api/shared-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { replayFaults } from './replay-safe.ts';

const db = forEachTest(createTestDatabase);

test('a replay of the log changes nothing in the tables of the migrations', async () => {
  expect(await replayFaults(db.client)).toEqual([]);
});

/** A table that aggregates, or of another engine, and a view of pings that fills it. */
const filled = (
  name: string,
  columns: string,
  select: string,
  engine = 'AggregatingMergeTree',
  more = 'settings non_replicated_deduplication_window = 100',
) => [
  `create table ${name} (site_id String, ${columns}) engine = ${engine} order by site_id ${more}`,
  `create materialized view ${name}_from_pings to ${name} as ${select}`,
];
const grouped = (values: string, from = 'pings') => `select site_id, ${values} from ${from} group by site_id`;

const summed = [
  ['sum', 'SimpleAggregateFunction(sum, UInt64)', 'sum(focus_time_ms)'],
  ['countIf', 'SimpleAggregateFunction(sum, UInt64)', "countIf(page_path = '/')"],
  ['anyLast', 'SimpleAggregateFunction(anyLast, String)', 'anyLast(page_path)'],
  ['avgState', 'AggregateFunction(avg, UInt32)', 'avgState(focus_time_ms)'],
  ['countState', 'AggregateFunction(count)', 'countState()'],
  ['groupArrayState', 'AggregateFunction(groupArray, String)', 'groupArrayState(page_path)'],
  ['sumMap', 'SimpleAggregateFunction(sumMap, Map(String, UInt64))', 'sumMap(map(page_path, toUInt64(1)))'],
];
const most = 'value SimpleAggregateFunction(max, UInt64)';
const totals = '(select site_id, sum(focus_time_ms) over (partition by page_path) as total from pings)';
const states = `value AggregateFunction(uniqExact, UUID),
  newest AggregateFunction(argMax, String, DateTime64(3, 'UTC'))`;
const changes = 'which a repetition changes';
const varies = 'which gives something else at every call';

test('whatever a repetition would change is named, and nothing else', async () => {
  const planted = [
    'create table counted (site_id String, views UInt64) engine = SummingMergeTree order by site_id',
    ...filled('forgetful', most, grouped('max(focus_time_ms) as value'), undefined, ''),
    `create materialized view hidden engine = AggregatingMergeTree order by site_id as ${grouped('maxState(pinged_at)')}`,
    ...filled('kept', 'value UInt32', 'select site_id, focus_time_ms as value from pings', 'MergeTree'),
    ...filled(
      'last',
      'value UInt32',
      'select site_id, focus_time_ms as value from pings',
      'ReplacingMergeTree',
    ),
    ...filled(
      'latest',
      'value DateTime',
      'select site_id, pinged_at as value from pings',
      'ReplacingMergeTree(value)',
    ),
    ...filled('most', most, grouped('max(total) as value', totals)),
    ...filled(
      'newest',
      'value SimpleAggregateFunction(max, DateTime) default now()',
      grouped('max(now()) as value'),
    ),
    ...filled(
      'seen',
      states,
      `select site_id, uniqExactState(visitor_id) as value, argMaxState(page_path, pinged_at) as newest
      from pings where page_path != 'sum(x)' group by site_id`,
    ),
    ...filled(
      'summed',
      summed.map(([name, type]) => `${name} ${type}`).join(),
      grouped(summed.map(([name, , call]) => `${call} as ${name}`).join()),
    ),
  ];
  for (const query of planted) await db.client.command({ query });
  expect(await replayFaults(db.client)).toEqual([
    'hidden fills no table of the migrations: it lacks a "to"',
    `most_from_pings calls sum, ${changes}`,
    `newest_from_pings calls now, ${varies}`,
    ...summed.map(([name]) => `summed_from_pings calls ${name}, ${changes}`),
    'forgetful lacks non_replicated_deduplication_window',
    'kept is a MergeTree, which keeps or adds up what is stored again',
    'last is a ReplacingMergeTree, which keeps or adds up what is stored again',
    `newest.value is now by default, ${varies}`,
    ...summed.map(([name, type]) => `summed.${name} is ${type}, ${changes}`),
  ]);
});
