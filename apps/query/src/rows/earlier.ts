import type { Statement } from '../database.ts';

/**
 * Builds the query of SQL that compares the rows of a range with those of an earlier one. Its placeholders, block comments of
 * `earlier rows: ` and a row set, are replaced by the SQL of these rows, whose parameters get names of their own: `earlier_`
 * and the usual one.
 * @param now builds the query of SQL over the range
 * @param before the same over the earlier range
 */
export function fillEarlierRows(
  sql: string,
  now: (sql: string) => Statement,
  before: (sql: string) => Statement,
): Statement {
  const values: Record<string, unknown> = {};
  const filled = sql.replace(/\/\* earlier (rows: \w+) \*\//g, (_, rows: string) => {
    const earlier = before(`/* ${rows} */`);
    for (const [name, value] of Object.entries(earlier.values)) values[`earlier_${name}`] = value;
    return earlier.sql.replace(/\{(\w+):/g, '{earlier_$1:');
  });
  const statement = now(filled);
  return { sql: statement.sql, values: { ...statement.values, ...values } };
}
