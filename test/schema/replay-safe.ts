import type { ClickHouseClient } from '@clickhouse/client';
import { rowsOf } from '../harness/clickhouse.ts';

/**
 * Aggregates that do not change when their input is repeated and merged into the stored value. `any` is the row stored
 * first, which a repetition does not displace.
 */
const repeatable = new Set([
  'min',
  'max',
  // The largest value of each key of a map.
  'maxMap',
  'argMin',
  'argMax',
  'any',
  'uniq',
  'uniqExact',
  'uniqCombined',
  'uniqCombined64',
  'uniqHLL12',
  'uniqTheta',
  'groupUniqArray',
  'groupUniqArrayArray',
  'groupBitAnd',
  'groupBitOr',
]);

/** Suffixes that keep this property. `Distinct` does not: it forgets between two inserts what it has seen. */
const combinators = /(SimpleState|State|Merge|If|OrNull|OrDefault)$/;

/** ClickHouse calls these not deterministic, because one row becomes several. */
const unfolds = new Set(['arrayJoin', 'unnest']);

/**
 * These record when something changed, by the server's clock, and never what. A repetition must change them, and no report
 * shows them. So their views call now, and they have no window in which a repetition would be ignored.
 */
const clocks: ReadonlySet<string> = new Set(['changed_days', 'changed_sessions', 'changed_events']);

interface Table {
  name: string;
  engine: string;
  definition: string;
  select: string;
  /** Views that an insert into this table fills. */
  feeds: string[];
}

interface Column {
  table: string;
  name: string;
  type: string;
  default_kind: string;
  default_expression: string;
  is_in_sorting_key: 0 | 1;
}

interface Functions {
  /** Functions of one row, by name in lower case. */
  plain: ReadonlySet<string>;
  /** Functions whose result depends on more than their arguments: the time, chance, a dictionary. */
  unsteady: ReadonlySet<string>;
}

/**
 * What a second reading of the log would change in the client's database, or why an insert's repetition would not be
 * recognised; one line for each fault. It checks the tables that a materialized view reads or fills. A table that no view
 * fills (a settled one, rebuilt by the partition) may count and sum.
 */
export async function replayFaults(client: ClickHouseClient): Promise<string[]> {
  const rows = <Row>(query: string) => rowsOf<Row>(client, query);

  const tables = await rows<Table>(`
    select name, engine, create_table_query as definition, as_select as select, dependencies_table as feeds
    from system.tables where database = currentDatabase() order by name`);
  const columns = await rows<Column>(`
    select table, name, type, default_kind, default_expression, is_in_sorting_key
    from system.columns where database = currentDatabase() order by table, position`);
  const called = await rows<{ name: string; is_aggregate: 0 | 1; deterministic: 0 | 1 | null }>(
    'select name, is_aggregate, deterministic from system.functions',
  );
  const named = (which: (one: (typeof called)[number]) => boolean) =>
    new Set(called.filter(which).map(({ name }) => name.toLowerCase()));
  const functions: Functions = {
    plain: named(({ is_aggregate }) => is_aggregate === 0),
    unsteady: named(({ name, deterministic }) => deterministic === 0 && !unfolds.has(name)),
  };

  const faults: string[] = [];
  const targets = new Set<string>();
  for (const view of tables.filter(({ engine }) => engine === 'MaterializedView')) {
    const target = /^CREATE MATERIALIZED VIEW \S+ (?:REFRESH .* )?TO (?:[^\s.]+\.)?`?(\w+)/.exec(
      view.definition,
    )?.[1];
    if (target === undefined) faults.push(`${view.name} fills no table of the migrations: it lacks a "to"`);
    else if (clocks.has(target)) continue;
    else targets.add(target);
    const tree = await client.query({ query: `explain ast ${view.select}`, format: 'TabSeparatedRaw' });
    faults.push(...functionFaults(view.name, namesIn(await tree.text()), functions));
  }
  for (const table of tables) {
    const isTarget = targets.has(table.name);
    if (isTarget) faults.push(...engineFaults(table));
    const feeds = table.feeds.length > 0 && !clocks.has(table.name);
    if (isTarget || feeds) faults.push(...windowFaults(table));
    if (!isTarget) continue;
    for (const column of columns.filter((column) => column.table === table.name)) {
      faults.push(...columnFaults(table, column, functions));
    }
  }
  return faults;
}

/** The names of functions in a syntax tree. */
function namesIn(tree: string): string[] {
  return [...tree.matchAll(/^ *Function (\S+)/gm)].map(([, name = '']) => name);
}

function functionFaults(view: string, names: readonly string[], { plain, unsteady }: Functions): string[] {
  return [...new Set(names)].flatMap((name) => {
    if (unsteady.has(name.toLowerCase()))
      return `${view} calls ${name}, which gives something else at every call`;
    if (plain.has(name.toLowerCase()) || isRepeatable(name)) return [];
    return `${view} calls ${name}, which a repetition changes`;
  });
}

function isRepeatable(aggregate: string): boolean {
  let name = aggregate;
  while (!repeatable.has(name) && combinators.test(name)) name = name.replace(combinators, '');
  return repeatable.has(name);
}

/** Rows of one key must become one. Replacing needs a version: without one, the row stored last wins. */
function engineFaults({ name, engine, definition }: Table): string[] {
  const plain = engine.replace(/^(Replicated|Shared)/, '');
  const hasVersion = /ENGINE = \w+\((?:'[^']*', '[^']*', )?\w/.test(definition);
  if (plain === 'AggregatingMergeTree' || (plain === 'ReplacingMergeTree' && hasVersion)) return [];
  return [`${name} is a ${engine}, which keeps or adds up what is stored again`];
}

function windowFaults({ name, engine, definition }: Table): string[] {
  // Replicated tables have a window by default.
  if (/^(Replicated|Shared)/.test(engine)) return [];
  const window = Number(/\bnon_replicated_deduplication_window = (\d+)/.exec(definition)?.[1] ?? 0);
  return window > 0 ? [] : [`${name} lacks non_replicated_deduplication_window`];
}

function columnFaults({ name, engine }: Table, column: Column, { unsteady }: Functions): string[] {
  const place = `${name}.${column.name}`;
  if (column.default_kind === 'ALIAS') return [];
  const calls = [...column.default_expression.matchAll(/(\w+)\(/g)].map(([, called = '']) => called);
  const unsure = calls.filter((called) => unsteady.has(called.toLowerCase()));
  if (unsure.length > 0)
    return [`${place} is ${unsure.join(', ')} by default, which gives something else at every call`];
  if (column.is_in_sorting_key || !engine.endsWith('AggregatingMergeTree')) return [];
  const aggregate = /^(?:Simple)?AggregateFunction\((\w+)/.exec(column.type)?.[1];
  if (aggregate === undefined) return [`${place} is ${column.type}: neither key nor aggregate`];
  return isRepeatable(aggregate) ? [] : [`${place} is ${column.type}, which a repetition changes`];
}
