import { replicatedStatements, withoutReplication } from '@tallyhouse/clickhouse';
import { settledTables } from '@tallyhouse/settle';
import { migrations } from '../../../clickhouse/migrations/index.ts';

const place = { database: 'stats', version: 36 };

test('a table that is replaced is dropped first, and its successor has another path', () => {
  const table =
    "table t\n(\n    a Int8 comment 'engine = MergeTree'\n)\nengine = MergeTree\norder by a\ncomment 'T'";
  const [drop, create] = replicatedStatements(`create or replace ${table}`, place);
  expect(drop).toBe('drop table if exists t sync settings max_table_size_to_drop = 0');
  expect(create).toMatch(/^create table t\n\(\n {4}a Int8 comment 'engine = MergeTree'\n/);
});

test('the text of all migrations and settled tables for replicas', () => {
  const settled = settledTables.map(({ name, stored, create }) => {
    return { version: 0, sql: create.replaceAll(stored, name) };
  });
  const statements = [...migrations, ...settled].flatMap(({ version, sql }) =>
    sql
      .split(/;[ \t]*$/m)
      .filter((statement) => statement.trim() !== '')
      .flatMap((statement) => replicatedStatements(statement, { database: 'stats', version }))
      // Views and alterations stay as they are.
      .filter((statement) => /^(create table|drop table)/m.test(statement)),
  );
  const told = /^(create|drop|engine|settings).*/gm;
  const lines = statements.map((statement) => statement.match(told)?.join('\n'));
  expect(lines.join('\n\n')).toMatchSnapshot();
  expect(statements.join('\n')).not.toMatch(/engine = (?!Replicated)|non_replicated|create or replace table/);
});

test('a statement that creates a table in another way is refused', () => {
  const inMemory = 'create table t\n(\n    a Int8\n)\nengine = Memory';
  const noEngine = 'The table t has no engine that can be replicated.';
  expect(() => replicatedStatements(inMemory, place)).toThrow(noEngine);
  const unknown = 'create temporary table t (a Int8)\nengine = MergeTree\norder by a';
  expect(() => replicatedStatements(unknown, place)).toThrow('This statement cannot be replicated');
});

const key = 'PARTITION BY day ORDER BY (a, b)';

test.each([
  [`ReplicatedMergeTree('/clickhouse/tables/{shard}/stats/t/36', '{replica}') ${key}`, `MergeTree() ${key}`],
  [`ReplicatedReplacingMergeTree('/a', 'b', at) ${key}`, `ReplacingMergeTree(at) ${key}`],
  [`MergeTree ${key}`, `MergeTree ${key}`],
])('the engine of a stage: %s', (engine, own) => {
  expect(withoutReplication(engine)).toBe(own);
});
