import type { ClickHouseClient } from '@clickhouse/client';
import { command, insertRows, only, select } from '@tallyhouse/clickhouse';
import { sql, sqlTime, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { markOnce } from './mark.ts';

/** Less than this is a restart. */
const leastMs = 5 * 60_000;
const dayMs = 86_400_000;

/**
 * Records that a consumer can write to the database. When none could for five minutes or more, that was an outage, which ends now. A new
 * installation has had none.
 * @returns when a consumer last could before, milliseconds; 0 for never
 */
export async function noteAlive(client: ClickHouseClient, now: number): Promise<number> {
  const last = sql`select toUnixTimestamp64Milli(max(seen_at)) as seen from heartbeats where app = 'consumer'`;
  const { seen } = only(await select(client, last, z.object({ seen: z.number() })));
  if (seen > 0 && now - seen >= leastMs) {
    const fact = `outage ${new Date(seen).toISOString()}`;
    const text = 'Outage: nothing could be stored.';
    await markOnce(client, now, { fact, kind: 'outage', at: seen, until: now, sites: ['*'], text });
  }
  // A clock was ahead. Being the newest, this time would hide all outages until it has come.
  const ahead = sql`alter table heartbeats delete where seen_at > ${time(now + dayMs)}`;
  if (seen > now + dayMs) await command(client, ahead, { clickhouse_settings: { mutations_sync: '1' } });
  await insertRows(client, 'heartbeats', [{ app: 'consumer', seen_at: sqlTime(now) }]);
  return seen;
}
