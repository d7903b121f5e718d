import { sqlSecond, sqlTime } from '@tallyhouse/clickhouse';

/** Query parameters of one row set: each value gets a unique name, so that two row sets of a report never share one. */
export interface Bindings {
  values: Readonly<Record<string, unknown>>;
  /** @returns the parameter as SQL: `{name:type}` */
  add(value: unknown, type: string): string;
  /** @param at milliseconds since 1970 */
  time(at: number): string;
  /** The same for a column of whole seconds: ClickHouse throws and catches an error for each condition on a value of another type. */
  second(at: number): string;
  /** The UTC day of a time, milliseconds since 1970. */
  date(at: number): string;
}

/** @param prefix of the names */
export function createBindings(prefix: string): Bindings {
  const values: Record<string, unknown> = {};
  const names = new Map<string, string>();
  function add(value: unknown, type: string): string {
    const key = JSON.stringify([value, type]);
    const name = names.get(key) ?? `${prefix}_${names.size}`;
    names.set(key, name);
    values[name] = value;
    return `{${name}:${type}}`;
  }
  return {
    values,
    add,
    time: (at) => add(sqlTime(at), "DateTime64(3, 'UTC')"),
    second: (at) => add(sqlSecond(Math.ceil(at / 1000) * 1000), "DateTime('UTC')"),
    date: (at) => add(sqlSecond(at).slice(0, 10), 'Date'),
  };
}
