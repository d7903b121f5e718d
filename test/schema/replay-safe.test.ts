import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { replayFaults } from './replay-safe.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

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

test('a view that calls what a repetition changes is named, and so is the column that it fills', async () => {
  const calls: [name: string, type: string, call: string][] = [
    ['sum', 'SimpleAggregateFunction(sum, UInt64)', 'sum(focus_time_ms)'],
    ['count', 'SimpleAggregateFunction(sum, UInt64)', 'count()'],
    ['countIf', 'SimpleAggregateFunction(sum, UInt64)', "countIf(page_path = '/')"],
    ['anyLast', 'SimpleAggregateFunction(anyLast, String)', 'anyLast(page_path)'],
    ['avgState', 'AggregateFunction(avg, UInt32)', 'avgState(focus_time_ms)'],
    ['countState', 'AggregateFunction(count)', 'countState()'],
    ['groupArrayState', 'AggregateFunction(groupArray, String)', 'groupArrayState(page_path)'],
    ['quantileState', 'AggregateFunction(quantile, UInt32)', 'quantileState(focus_time_ms)'],
    ['sumMap', 'SimpleAggregateFunction(sumMap, Map(String, UInt64))', 'sumMap(map(page_path, toUInt64(1)))'],
  ];
  const statements = calls.flatMap(([name, type, call]) => [
    `create table by_${name} (site_id String, value ${type}) engine = AggregatingMergeTree order by site_id ${window}`,
    `create materialized view by_${name}_from_pings to by_${name} as
      select site_id, ${call} as value from pings group by site_id`,
  ]);
  const expected = calls.flatMap(([name, type]) => [
    `by_${name}_from_pings calls ${name}, which a repetition changes`,
    `by_${name}.value is ${type}, which a repetition changes`,
  ]);
  expect((await plant(...statements)).sort()).toEqual(expected.sort());
});

test('a view that fills a table which keeps or adds up what is stored again is named', async () => {
  const engines = ['SummingMergeTree', 'MergeTree', 'ReplacingMergeTree', 'CollapsingMergeTree(sign)'];
  const statements = engines.flatMap((engine, index) => [
    `create table filled_${index} (site_id String, value UInt32, sign Int8) engine = ${engine} order by site_id ${window}`,
    `create materialized view filled_${index}_from_pings to filled_${index} as
      select site_id, focus_time_ms as value, 1 as sign from pings`,
  ]);
  expect(await plant(...statements)).toEqual(
    engines.map(
      (engine, index) =>
        `filled_${index} is a ${engine.split('(')[0]}, which keeps or adds up what is stored again`,
    ),
  );
});

test('a sum inside a subquery, and a count by a window, are named', async () => {
  const faults = await plant(
    `create table most (site_id String, value SimpleAggregateFunction(max, UInt64)) engine = AggregatingMergeTree order by site_id ${window}`,
    `create materialized view most_from_pings to most as
      select site_id, max(total) as value
      from (select site_id, sum(focus_time_ms) over (partition by page_path) as total from pings) group by site_id`,
  );
  expect(faults).toEqual(['most_from_pings calls sum, which a repetition changes']);
});

test('a view that calls now is named, and a column that does so by default', async () => {
  const faults = await plant(
    `create table newest (
      site_id String,
      value SimpleAggregateFunction(max, DateTime),
      stored SimpleAggregateFunction(max, DateTime) default now()
    ) engine = AggregatingMergeTree order by site_id ${window}`,
    `create materialized view newest_from_pings to newest as
      select site_id, max(now()) as value from pings group by site_id`,
  );
  expect(faults).toEqual([
    'newest_from_pings calls now, which gives something else at every call',
    'newest.stored is now by default, which gives something else at every call',
  ]);
});

test('a view without a separate table is named', async () => {
  const faults = await plant(
    `create materialized view hidden engine = AggregatingMergeTree order by site_id as
      select site_id, maxState(pinged_at) as value from pings group by site_id`,
  );
  expect(faults).toEqual(['hidden fills no table of the migrations: it lacks a "to"']);
});

test('a table that forgets inserted blocks is named, whether a view reads or fills it', async () => {
  const setting = 'non_replicated_deduplication_window';
  const faults = await plant(
    'create table forgetful (site_id String, value SimpleAggregateFunction(max, UInt32)) engine = AggregatingMergeTree order by site_id',
    `create materialized view forgetful_from_pings to forgetful as
      select site_id, max(focus_time_ms) as value from pings group by site_id`,
    `alter table pings reset setting ${setting}`,
  );
  await db.client.command({ query: `alter table pings modify setting ${setting} = 100` });
  expect(faults).toEqual([`forgetful lacks ${setting}`, `pings lacks ${setting}`]);
});

test.each([
  [
    'a view of repeatable states on a table with a window',
    [
      `create table seen (
        site_id String,
        visitors AggregateFunction(uniqExact, UUID),
        newest AggregateFunction(argMax, String, DateTime64(3, 'UTC')),
        first SimpleAggregateFunction(any, String),
        first_seen_at SimpleAggregateFunction(min, DateTime64(3, 'UTC'))
      ) engine = AggregatingMergeTree order by site_id ${window}`,
      `create materialized view seen_from_pings to seen as
        select site_id, uniqExactState(visitor_id) as visitors, argMaxState(page_path, pinged_at) as newest,
          any(page_path) as first, minIf(pinged_at, page_path != 'sum(x)') as first_seen_at
        from pings group by site_id`,
    ],
  ],
  [
    'a view that keeps the newest version of a row',
    [
      `create table latest (site_id String, page_path String, pinged_at DateTime64(3, 'UTC'))
        engine = ReplacingMergeTree(pinged_at) order by site_id ${window}`,
      'create materialized view latest_from_pings to latest as select site_id, page_path, pinged_at from pings',
    ],
  ],
  [
    'a table that no view fills, which may count and sum,',
    [
      `create table daily_totals (site_id String, views UInt64, visitors AggregateFunction(count))
        engine = SummingMergeTree order by site_id`,
    ],
  ],
])('%s is not named', async (_, statements) => {
  expect(await plant(...statements)).toEqual([]);
});
