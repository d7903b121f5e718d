import type { ClickHouseClient, CommandParams } from '@clickhouse/client';
import { render, type Sql } from '@tallyhouse/sql';
import { z } from 'zod';

/** Text of a .sql file, or SQL with its values. Both may have `{name:Type}` parameters, whose values the caller passes. */
type Query = string | Sql;

type Values = Record<string, unknown>;

/** The text of a query, and the values of all its parameters, for the client. */
export function asked(query: Query, passed: Values = {}): { query: string; query_params: Values } {
  if (typeof query === 'string') return { query, query_params: passed };
  const { sql, values } = render(query);
  return { query: sql, query_params: { ...passed, ...values } };
}

/** Runs a query and checks its rows. 64-bit integers become JSON numbers: counts stay far below 2^53. */
export async function select<Row>(
  client: ClickHouseClient,
  query: Query,
  row: z.ZodType<Row>,
  values?: Values,
  signal?: AbortSignal,
): Promise<Row[]> {
  const result = await client.query({
    ...asked(query, values),
    ...(signal && { abort_signal: signal }),
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return z.array(row).parse(await result.json<unknown>());
}

/** Runs a statement that returns no rows. */
export async function command(
  client: ClickHouseClient,
  statement: Query,
  { query_params, ...params }: Omit<CommandParams, 'query'> = {},
): Promise<void> {
  await client.command({ ...params, ...asked(statement, query_params) });
}

/** The row of a query that always returns exactly one row. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
