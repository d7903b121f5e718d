/** The parts of SQL that depend on values, or on where it runs. */

import { type Cluster, type Place, raw, type Sql, sql } from './sql.ts';
import { sqlSecond, sqlTime } from './sql-time.ts';

/** SQL with the values of its `{name:Type}` parameters. */
export interface Statement {
  sql: string;
  values: Record<string, unknown>;
}

/** Writes a query for one server, or for the shards of a cluster. Equal values share a parameter. */
export function render(query: Sql, cluster?: Cluster): Statement {
  const values: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const parameter = (value: unknown, type: string) => {
    // A shard is sent the text of its part, where ClickHouse writes such a value as seconds since 1970, and does not read those of
    // 1970 itself.
    if (cluster && type === "DateTime64(3, 'UTC')") return `toDateTime64('${value}', 3, 'UTC')`;
    const key = JSON.stringify([value, type], (_, part) => (typeof part === 'bigint' ? `${part}` : part));
    const name = names.get(key) ?? `p${names.size}`;
    names.set(key, name);
    values[name] = value;
    return `{${name}:${type}}`;
  };
  return { sql: query.write({ cluster, on: 'server', parameter }), values };
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
 * shard. So a report does its work where the rows are (`perShard`), and adds up what each shard found. Some tables say something
 * about all shards together: when a visitor was first seen, the newest title of a page, which of the events with one id counts.
 * They are read on all shards wherever they are named.
 */

/** The tables with rows of one key on several shards. */
const sharedTables: ReadonlySet<string> = new Set(['visitors', 'page_titles', 'event_ids']);

/** A table of ours behind `from`. */
export const table = (name: string): Sql => ({ write: (place) => nameIn(name, place) });

/** The same, with its rows merged. */
export const final = (name: string): Sql => ({ write: (place) => `${nameIn(name, place)} final` });

function nameIn(name: string, { cluster, on }: Place): string {
  if (cluster === undefined) return name;
  const { name: shards, database } = cluster;
  const onAll = on === 'server' || (on === 'shard' && sharedTables.has(name));
  // A shard's default database is another one.
  return onAll
    ? `cluster('${shards}', '${database}', '${name}') as ${name}`
    : `${database}.${name} as ${name}`;
}

/** SQL that runs on each shard, as a subquery: the rows that the shards return, one after the other. */
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
 * @param where.not turns it round
 * @param where.inShared set where it narrows one of the tables that are read on all shards
 */
export const inSet = (key: Sql, rows: Sql, where: { not?: boolean; inShared?: boolean } = {}): Sql => ({
  write(place) {
    const isGlobal = place.cluster && (place.on === 'server' || (place.on === 'shard' && where.inShared));
    const operator = `${isGlobal ? 'global ' : ''}${where.not ? 'not ' : ''}in`;
    return `${key.write(place)} ${operator} (\n    ${rows.write(place).replaceAll('\n', '\n    ')}\n)`;
  },
});
