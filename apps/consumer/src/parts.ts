import type { ClickHouseClient } from '@clickhouse/client';
import { remembered } from '@tallyhouse/service';
import { z } from 'zod';
import partsSql from './parts.sql';

const answer = z.tuple([z.object({ parts: z.coerce.number() })]);
const longestMs = 2000;
const rememberedMs = 2000;

/** The most active parts that a partition of one of our tables has. Asks every 2 s at most. Rejects when ClickHouse is away */
export function createPartCount(clickhouse: ClickHouseClient): () => Promise<number> {
  return remembered(rememberedMs, async () => {
    const result = await clickhouse.query({
      query: partsSql,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.timeout(longestMs),
    });
    const [{ parts }] = answer.parse(await result.json());
    return parts;
  });
}
