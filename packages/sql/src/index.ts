/** ClickHouse's SQL as a template, with its values, and the parts that depend on where it runs: on one server or on shards. */

/** The shards by their name in ClickHouse's `remote_servers`, and the database of each. Both are identifiers. */
export interface Cluster {
  name: string;
  database: string;
}

/** The name of a table in the database, by its name in queries. */
export type TableNames = ReadonlyMap<string, string>;

/** The SQL of computed columns, where a query computes them differently. */
type ComputedColumns = (name: string) => Sql | undefined;

/** Where a piece of SQL runs, and the parameters of the query that it is part of. */
interface Place {
  /** The shards that have the rows; undefined for one server. */
  cluster: Cluster | undefined;
  /** On the queried server, or on each shard. `alone`: each shard reads tables of one key from its own rows only. */
  on: 'server' | 'shard' | 'shard alone';
  /** The tables whose names in the database differ from those in queries. */
  tables: TableNames;
  columns?: ComputedColumns | undefined;
  /** @returns the parameter as SQL: `{name:type}` */
  parameter(value: unknown, type: string): string;
}

/** A piece of ClickHouse's SQL. It is written for the place where it runs: one server, all shards, or one of them. */
export interface Sql {
  /** Writes the text, and notes its parameters in the place. */
  write(place: Place): string;
}

/** A part of a template: other SQL, or a number. A text is a value (`text`), never a part of the SQL. */
type Part = Sql | number;

/**
 * SQL as a tagged template. Backslashes stay unchanged. Each part is indented like its line, so that the whole is readable in the logs of
 * ClickHouse.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  const { raw: texts } = strings;
  return {
    write(place) {
      let written = '';
      for (const [index, text] of texts.entries()) {
        written += text;
        const part = parts[index];
        if (part !== undefined) written += indented(textOf(part, place), indentOf(written));
      }
      return written.trim();
    },
  };
}

const textOf = (part: Part, place: Place) => (typeof part === 'number' ? `${part}` : part.write(place));

const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);

/** The spaces at the start of the last line. */
function indentOf(written: string): string {
  const line = written.slice(written.lastIndexOf('\n') + 1);
  return line.slice(0, line.length - line.trimStart().length);
}

/** SQL of our own: a name from one of our lists. Never anything that a client sent. */
export const raw = (text: string): Sql => ({ write: () => text });

export const empty = raw('');

/** A column that no table has. @param usual its default SQL */
export const computed = (name: string, usual: Sql): Sql => ({
  write: (place) => (place.columns?.(name) ?? usual).write(place),
});

/** Pieces of SQL, one after the other. @param separator SQL between them */
export const join = (pieces: readonly Sql[], separator: string): Sql => ({
  write: (place) => pieces.map((piece) => piece.write(place)).join(separator),
});

/** The rows of several queries. @param queries one at least */
export const unionAll = (queries: readonly Sql[]): Sql =>
  queries.reduce(
    (all, one) => sql`
${all}
union all
${one}`,
  );

/** SQL with the values of its `{name:Type}` parameters. */
export interface Statement {
  sql: string;
  values: Record<string, unknown>;
}

/**
 * Writes a query for one server, or for the shards of a cluster. Equal values share a parameter.
 * @param tables the tables whose names in the database differ
 * @param columns the columns that are computed differently
 */
export function render(
  query: Sql,
  cluster?: Cluster,
  tables: TableNames = new Map(),
  columns?: ComputedColumns,
): Statement {
  const values: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const parameter = (value: unknown, type: string) => {
    // A shard gets the text of its part, in which ClickHouse writes such a value as seconds since 1970, but cannot read those of 1970
    // itself.
    if (cluster && type === "DateTime64(3, 'UTC')") return `toDateTime64('${value}', 3, 'UTC')`;
    const key = JSON.stringify([value, type], (_, part) => (typeof part === 'bigint' ? `${part}` : part));
    const name = names.get(key) ?? `p${names.size}`;
    names.set(key, name);
    values[name] = value;
    return `{${name}:${type}}`;
  };
  return { sql: query.write({ cluster, on: 'server', tables, columns, parameter }), values };
}

/** A value of a query. @param type the type in ClickHouse */
export const parameter = (value: unknown, type: string): Sql => ({
  write: (place) => place.parameter(value, type),
});

export const text = (value: string) => parameter(value, 'String');
export const texts = (values: readonly string[]) => parameter(values, 'Array(String)');
export const uint32 = (value: number) => parameter(value, 'UInt32');
export const bool = (value: boolean) => parameter(value, 'Bool');

/** @param at milliseconds since 1970 */
export const time = (at: number) => parameter(sqlTime(at), "DateTime64(3, 'UTC')");

/**
 * The same for a column of whole seconds, rounded up: ClickHouse throws and catches an error for each condition on a value of another
 * type.
 */
export const second = (at: number) => parameter(sqlSecond(Math.ceil(at / 1000) * 1000), "DateTime('UTC')");

/** The UTC day of a time, milliseconds since 1970. */
export const date = (at: number) => parameter(sqlSecond(at).slice(0, 10), 'Date');

/**
 * Tables, as they are read where the SQL runs. Each shard has the same tables with rows of its own, and all rows of a session are on one
 * shard. So a report does its work where the rows are (`perShard`), and adds up the results of the shards. Some tables are about all shards
 * together: when a visitor was first seen, the newest title of a page, which of the events with one id counts. They are read on all shards
 * wherever they are named.
 */

/** The tables with rows of one key on several shards. */
const sharedTables: ReadonlySet<string> = new Set(['visitors', 'page_titles', 'event_ids']);

/** One of our tables after `from`, under this name in the query. */
export const table = (name: string): Sql => ({ write: (place) => nameIn(name, place) });

/** The same, with its rows merged. */
export const final = (name: string): Sql => ({ write: (place) => `${nameIn(name, place)} final` });

function nameIn(name: string, { cluster, on, tables }: Place): string {
  const stored = tables.get(name) ?? name;
  if (cluster === undefined) return stored === name ? name : `${stored} as ${name}`;
  const { name: shards, database } = cluster;
  const onAll = on === 'server' || (on === 'shard' && sharedTables.has(name));
  // A shard's default database differs.
  return onAll
    ? `cluster('${shards}', '${database}', '${stored}') as ${name}`
    : `${database}.${stored} as ${name}`;
}

/** SQL that runs on each shard, as a subquery: the rows of all shards. */
export const perShard = (body: Sql, on: 'shard' | 'shard alone' = 'shard'): Sql => ({
  write(place) {
    if (place.cluster === undefined) return body.write(place);
    const rows = raw(body.write({ ...place, on }));
    return sql`select * from cluster('${raw(place.cluster.name)}', view(
${rows}))`.write(place);
  },
});

/** A part of SQL that ClickHouse runs on each shard in any case: a condition on a table that is read on all of them. */
export const onOneShard = (body: Sql): Sql => ({
  write: (place) => body.write(place.cluster ? { ...place, on: 'shard' } : place),
});

/**
 * A condition: whether a key is among the rows of a subquery. Without `global`, each shard would run it again.
 * @param key a column, or several in brackets
 * @param where.not negates it
 * @param where.inShared set where it narrows one of the tables that are read on all shards
 */
export const inSet = (key: Sql, rows: Sql, where: { not?: boolean; inShared?: boolean } = {}): Sql => ({
  write(place) {
    const isGlobal = place.cluster && (place.on === 'server' || (place.on === 'shard' && where.inShared));
    const operator = `${isGlobal ? 'global ' : ''}${where.not ? 'not ' : ''}in`;
    return `${key.write(place)} ${operator} (\n    ${rows.write(place).replaceAll('\n', '\n    ')}\n)`;
  },
});

/**
 * The same by hashes, where no index finds rows by the key: such a set takes half the time of one of ids. The chance that ten million rows
 * have a wrong one is one in a million.
 * @param key columns, not in brackets
 * @param where.named the columns of the subquery that are the key, where they have other names
 */
export const inHashes = (key: Sql, rows: Sql, where: { not?: boolean; named?: Sql } = {}): Sql => {
  const hashes = sql`
select cityHash64(${where.named ?? key})
from (
    ${rows}
)`;
  return inSet(sql`cityHash64(${key})`, hashes, { not: where.not === true });
};

/** ClickHouse cannot store earlier times, and no site has pings from then. */
const earliest = Date.UTC(1900, 0, 2);

/**
 * A time for a `DateTime64(3, 'UTC')` parameter, as `YYYY-MM-DD hh:mm:ss.SSS`: old and new servers parse it alike, unlike
 * a bare number of few digits.
 * @param at milliseconds since 1970
 */
export function sqlTime(at: number): string {
  return new Date(Math.max(at, earliest)).toISOString().replace('T', ' ').replace('Z', '');
}

/** `DateTime` ends in the year 2106. */
const lastSecond = Date.UTC(2106, 0, 1);

/** The same for a `DateTime('UTC')` parameter, `YYYY-MM-DD hh:mm:ss`: clamped to the range of the type. */
export function sqlSecond(at: number): string {
  return sqlTime(Math.min(Math.max(at, 0), lastSecond)).slice(0, 19);
}
