import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { rowsOf } from '../../harness/clickhouse.ts';

const answer = z.tuple([z.object({ n: z.coerce.number() })]);

/** The number `n` of the one row of a query. */
export async function numberOf(client: ClickHouseClient, query: string): Promise<number> {
  return answer.parse(await rowsOf(client, query))[0].n;
}
