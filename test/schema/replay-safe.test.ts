import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { replayFaults } from './replay-safe.ts';

const db = forAllTests(createTestDatabase);

/** The faults after these statements; what they create is dropped again. */
async function plant(...statements: string[]): Promise<string[]> {
  try {
    for (const query of statements) await db.client.command({ query });
    return await replayFaults(db.client);
  } finally {
    const made = statements.flatMap(
      (text) => /^create (?:materialized view|table) (\w+)/.exec(text)?.[1] ?? [],
    );
    for (const name of made.reverse())
      await db.client.command({ query: `drop table if exists ${name} sync` });
  }
}

const window = 'settings non_replicated_deduplication_window = 100';

test('a replay of the log changes nothing in the tables of the migrations', async () => {
  expect(await replayFaults(db.client)).toEqual([]);
});

/** A table of sums, or of another engine, and a view that fills it. */
const filled = (
  name: string,
  columns: string,
  select: string,
  engine = 'AggregatingMergeTree',
  more = window,
) => [
  `create table ${name} (site_id String, ${columns}) engine = ${engine} order by site_id ${more}`,
  `create materialized view ${name}_from_pings to ${name} as ${select}`,
];
const grouped = (value: string, from = 'pings') =>
  `select site_id, ${value} as value from ${from} group by site_id`;

test.each([
  ['sum', 'SimpleAggregateFunction(sum, UInt64)', 'sum(focus_time_ms)'],
  ['countIf', 'SimpleAggregateFunction(sum, UInt64)', "countIf(page_path = '/')"],
  ['anyLast', 'SimpleAggregateFunction(anyLast, String)', 'anyLast(page_path)'],
  ['avgState', 'AggregateFunction(avg, UInt32)', 'avgState(focus_time_ms)'],
  ['countState', 'AggregateFunction(count)', 'countState()'],
  ['groupArrayState', 'AggregateFunction(groupArray, String)', 'groupArrayState(page_path)'],
  ['sumMap', 'SimpleAggregateFunction(sumMap, Map(String, UInt64))', 'sumMap(map(page_path, toUInt64(1)))'],
])(
  'a view that calls %s, which a repetition changes, is named, and the column that it fills',
  async (name, type, call) => {
    expect(await plant(...filled('by', `value ${type}`, grouped(call)))).toEqual([
      `by_from_pings calls ${name}, which a repetition changes`,
      `by.value is ${type}, which a repetition changes`,
    ]);
  },
);

const most = 'value SimpleAggregateFunction(max, UInt64)';
const keeps = 'which keeps or adds up what is stored again';
const varies = 'which gives something else at every call';
const rows = 'select site_id, focus_time_ms as value, 1 as sign from pings';
const ofWindow = '(select site_id, sum(focus_time_ms) over (partition by page_path) as total from pings)';
const lasting =
  "AggregateFunction(uniqExact, UUID), newest AggregateFunction(argMax, String, DateTime64(3, 'UTC'))";

test.each<[what: string, statements: string[], faults: string[]]>([
  ...['SummingMergeTree', 'MergeTree', 'ReplacingMergeTree', 'CollapsingMergeTree'].map(
    (engine): [string, string[], string[]] => [
      `a ${engine} that a view fills`,
      filled('kept', 'value UInt32, sign Int8', rows, engine.replace(/^Coll.*/, '$&(sign)')),
      [`kept is a ${engine}, ${keeps}`],
    ],
  ),
  [
    'a sum inside a subquery, by a window',
    filled('most', most, grouped('max(total)', ofWindow)),
    ['most_from_pings calls sum, which a repetition changes'],
  ],
  [
    'now, in a view and by default',
    filled('newest', `value SimpleAggregateFunction(max, DateTime) default now()`, grouped('max(now())')),
    [`newest_from_pings calls now, ${varies}`, `newest.value is now by default, ${varies}`],
  ],
  [
    'a view without a separate table',
    [
      `create materialized view hidden engine = AggregatingMergeTree order by site_id as ${grouped('maxState(pinged_at)')}`,
    ],
    ['hidden fills no table of the migrations: it lacks a "to"'],
  ],
  [
    'a table that forgets inserted blocks',
    filled('forgetful', most, grouped('max(focus_time_ms)'), 'AggregatingMergeTree', ''),
    ['forgetful lacks non_replicated_deduplication_window'],
  ],
  [
    'nothing about repeatable states',
    filled(
      'seen',
      `value ${lasting}`,
      `select site_id, uniqExactState(visitor_id) as value,
      argMaxState(page_path, pinged_at) as newest from pings where page_path != 'sum(x)' group by site_id`,
    ),
    [],
  ],
  [
    'nothing about the newest version of a row',
    filled(
      'latest',
      'value DateTime',
      'select site_id, pinged_at as value from pings',
      'ReplacingMergeTree(value)',
    ),
    [],
  ],
  [
    'nothing about a table that no view fills',
    ['create table totals (site_id String, views UInt64) engine = SummingMergeTree order by site_id'],
    [],
  ],
])('%s is named', async (_what, statements, faults) => {
  expect(await plant(...statements)).toEqual(faults);
});
