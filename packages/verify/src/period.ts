import { select } from '@tallyhouse/clickhouse';
import { pingRetention } from '@tallyhouse/schema';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Subject } from './check.ts';

const hour = 3_600_000;
const day = 24 * hour;

const firstPing = sql`
select toUnixTimestamp64Milli(least(min(pinged_at), min(received_at))) as earliest_ms
from pings
having count() > 0`;

/**
 * The period to check, and the time since which raw pings are complete on every server.
 * @param from undefined: from the first ping
 * @param now milliseconds since 1970
 */
export async function periodOf(
  servers: Subject['servers'],
  { from, to }: { from: number | undefined; to: number },
  now: number,
): Promise<Pick<Subject, 'range' | 'keptSince'>> {
  const known = await Promise.all(
    servers.map(async ({ client }) => {
      const days = await pingRetention(client);
      const [earliest] = await select(client, firstPing, z.object({ earliest_ms: z.number() }));
      return { days: days === 0 ? Number.POSITIVE_INFINITY : days, first: earliest?.earliest_ms ?? to };
    }),
  );
  const days = Math.min(...known.map((one) => one.days));
  // Ids may be up to a day older than their first ping.
  const first = Math.min(to, ...known.map((one) => one.first)) - 25 * hour;
  return {
    // Reports take no others, and all data is of these times.
    range: { from: Math.max(0, from ?? first), to: Math.min(to, now + day) },
    // An hour allows for different clocks of several servers and the seconds between receipt and log.
    keptSince: Number.isFinite(days) ? now - days * day + hour : 0,
  };
}
