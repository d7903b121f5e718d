import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

const answer = z.tuple([z.object({ n: z.coerce.number() })]);

/** The number `n` of the one row of a query. */
export async function numberOf(client: ClickHouseClient, query: string): Promise<number> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return answer.parse(await result.json())[0].n;
}
