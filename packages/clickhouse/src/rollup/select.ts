import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

/** Runs a query, and checks its rows. */
export async function select<Row>(
  client: ClickHouseClient,
  query: string,
  row: z.ZodType<Row>,
  query_params: Record<string, unknown> = {},
): Promise<Row[]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return z.array(row).parse(await result.json<unknown>());
}

/** The row of a query that always gives exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a query gave no row');
  return row;
}
