import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { cached } from '@tallyhouse/service';
import { z } from 'zod';
import partsSql from './parts.sql';

const row = z.object({ parts: z.number() });
const longestMs = 2000;
const cachedMs = 2000;

/** The most active parts in a partition of our tables, read every 2 s at most. Rejects when ClickHouse is unavailable */
export function createPartCount(clickhouse: ClickHouseClient): () => Promise<number> {
  return cached(cachedMs, async () => {
    const late = AbortSignal.timeout(longestMs);
    return only(await select(clickhouse, partsSql, row, {}, late)).parts;
  });
}
