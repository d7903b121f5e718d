import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

/** Runs a query and checks its rows. */
export async function ask<Row>(
  clickhouse: ClickHouseClient,
  query: string,
  values: Record<string, unknown>,
  row: z.ZodType<Row>,
): Promise<Row[]> {
  const result = await clickhouse.query({
    query,
    query_params: values,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return z.array(row).parse(await result.json<unknown>());
}

/** `YYYY-MM-DD hh:mm:ss.SSS` for a `DateTime64(3, 'UTC')`. */
export function sqlTime(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '');
}
