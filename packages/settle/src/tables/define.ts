/**
 * A settled table follows from its definition, and its name from both: so another definition is another table. No migration changes one;
 * the program creates missing tables, fills them day by day, and drops unused ones (keep.ts).
 */
import { createHash } from 'node:crypto';
import { type Column, type DayWindow, dayWindow } from '@tallyhouse/facts';
import { raw, render, type Sql, sql } from '@tallyhouse/sql';

/**
 * The subjects of settled tables. `changed_days` has the last change of a day for each of them (clickhouse/migrations/0007_changes.sql).
 */
export type ChangedFact = 'session' | 'visitor' | 'path' | 'event' | 'crawl';

export type SettledTableName =
  | 'settled_sessions'
  | 'settled_pageviews'
  | 'settled_visitors'
  | 'settled_events'
  | 'settled_paths'
  | 'settled_crawls'
  | 'settled_totals'
  | 'settled_sources';

export interface Definition {
  /** Its name in queries. */
  name: SettledTableName;
  fact: ChangedFact;
  /** The column that decides the day of a row; undefined for sums of a day. */
  time?: string;
  /** In addition to `site_id`, `day` and `watermark`. */
  columns: readonly Column[];
  /** Indexes and projections. @param columns the names of those that the table has */
  parts?(columns: readonly string[]): readonly string[];
  orderBy: string;
  settings?: string;
  comment: string;
  /** Selects the rows of a day from the entity tables. @param columns in this order, after `site_id` */
  fill(columns: readonly string[], day: DayWindow): Sql;
}

/** A settled table, and the query that fills a day of it from the entity tables. */
export interface SettledTable {
  /** Its name in queries: the alias of the table. */
  name: SettledTableName;
  /** Its name in ClickHouse. */
  stored: string;
  /** The statement that creates it. */
  create: string;
  /** The columns that a fill selects, in their order, besides `day` and `watermark`. */
  columns: readonly string[];
  fill(day: DayWindow): Sql;
  /** The same columns of the row that holds the watermark: its site is empty, its time that of the parameter `day`. */
  mark: readonly string[];
  fact: ChangedFact;
  /** The table of the same definition with some of its columns. */
  like(has: (column: string) => boolean): SettledTable;
}

/** @param has whether it has a column of the definition: all of them, unless the build knew fewer */
export function settledTable(
  definition: Definition,
  has: (column: string) => boolean = () => true,
): SettledTable {
  const { name, fact } = definition;
  const columns = definition.columns.filter((column) => has(column.name));
  const names = columns.map((column) => column.name);
  const fill = (day: DayWindow) => definition.fill(names, day);
  const bare = columns.map((column) => ({ ...column, comment: '' }));
  const hash = createHash('sha256')
    .update(createStatement(name, { ...definition, comment: '' }, bare))
    .update(withoutComments(render(fill(anyDay)).sql));
  const stored = `${name}__${hash.digest('hex').slice(0, 8)}`;
  return {
    name,
    stored,
    create: createStatement(stored, definition, columns),
    columns: ['site_id', ...names],
    fill,
    mark: [site, ...columns].map(({ name, type }) =>
      name === definition.time ? startOf('{day:Date}') : emptyOf(type),
    ),
    fact,
    like: (has) => settledTable(definition, has),
  };
}

const startOf = (date: string) => `toDateTime64(${date}, 3, 'UTC')`;
const emptyOf = (type: string) => `defaultValueOfTypeName('${type.replaceAll("'", "\\'")}')`;

/** Comments do not change the rows, so an edited comment does not make another table. */
const withoutComments = (query: string) =>
  query
    .split('\n')
    .filter((line) => !line.trim().startsWith('--'))
    .join('\n');

/** The times are parameters, so the text is the same on every day. */
const anyDay = dayWindow({ from: 0, until: 1 });

const site: Column = {
  name: 'site_id',
  type: 'LowCardinality(String)',
  comment: 'Site; empty in the row that holds the watermark of the day',
};
const watermark: Column = {
  name: 'watermark',
  type: "DateTime64(3, 'UTC')",
  comment: 'Pings stored before this time are counted',
  codec: 'ZSTD(1)',
};

function createStatement(
  name: string,
  { time, parts, orderBy, settings, comment }: Definition,
  columns: readonly Column[],
): string {
  const day = { name: 'day', type: 'Date', comment: time === undefined ? 'UTC day' : `UTC day of ${time}` };
  const written = (column: Column) => lineOf(column, column.name === time);
  const lines = [
    ...[site, day, ...columns, watermark].map(written),
    ...(parts?.(columns.map((column) => column.name)) ?? []),
  ];
  return render(sql`
create table if not exists ${raw(name)}
(
    ${raw(lines.join(',\n'))}
)
engine = MergeTree
partition by day
order by ${raw(orderBy)}
${raw(settings === undefined ? '' : `settings ${settings}\n`)}comment '${raw(comment)}'`).sql;
}

/**
 * @param isTime 1970 in the row of the watermark would widen the range of the index. Earlier builds with the same table insert that row without
 * a time
 */
function lineOf({ name, type, comment, codec }: Column, isTime: boolean): string {
  return [
    `${name} ${type}`,
    ...(isTime ? [`default ${startOf('day')}`] : []),
    `comment '${comment.replaceAll("'", "\\'")}'`,
    ...(codec === undefined ? [] : [`codec(${codec})`]),
  ].join(' ');
}
