import type { ClickHouseClient } from '@clickhouse/client';
import { pingRetention, select } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import type { Subject } from './check.ts';
import earliestSql from './earliest.sql';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The period to check, and the time since which raw pings are complete.
 * @param from undefined: from the first ping
 * @param now milliseconds since 1970
 */
export async function periodOf(
  clickhouse: ClickHouseClient,
  { from, to }: { from: number | undefined; to: number },
  now: number,
): Promise<Pick<Subject, 'range' | 'keptSince'>> {
  const days = await pingRetention(clickhouse);
  const [earliest] = await select(clickhouse, earliestSql, z.object({ earliest_ms: z.number() }));
  // Ids may be up to a day older than their first ping.
  const first = Math.min(earliest?.earliest_ms ?? to, to) - 25 * hour;
  return {
    range: { from: from ?? first, to },
    // An hour allows for different clocks of several servers and the seconds between receipt and log.
    keptSince: days === 0 ? 0 : now - days * day + hour,
  };
}
