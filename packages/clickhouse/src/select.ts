import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

/** Runs a query and checks its rows. 64-bit integers become JSON numbers: counts stay far below 2^53. */
export async function select<Row>(
  client: ClickHouseClient,
  query: string,
  row: z.ZodType<Row>,
  query_params: Record<string, unknown> = {},
): Promise<Row[]> {
  const result = await client.query({
    query,
    query_params,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return z.array(row).parse(await result.json<unknown>());
}

/** The row of a query that always returns exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
