import type { Cluster, Sql } from './sql.ts';

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
