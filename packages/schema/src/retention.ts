import type { ClickHouseClient } from '@clickhouse/client';
import { command, only, select } from '@tallyhouse/clickhouse';
import { raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';

/** The tables of whole pings, and the time that their rows age by. */
const aging = [
  ['pings', 'received_at'],
  ['dead_letters', 'refused_at'],
] as const;

/** For how many days raw pings are kept; 0 for ever. */
export const pingRetention = (client: ClickHouseClient) => daysOf(client, 'pings');

/**
 * Sets for how many days raw pings and dead letters are kept after they were received. Reports need them for five minutes
 * only (realtime): pageviews, sessions and visitors stay. Removed pings no longer count in /pings either.
 * @param days 0 keeps them for ever
 */
export async function setPingRetention(client: ClickHouseClient, days: number): Promise<void> {
  for (const [table, time] of aging) {
    if ((await daysOf(client, table)) === days) continue;
    const change =
      days === 0 ? sql`remove ttl` : sql`modify ttl toDateTime(${raw(time)}) + toIntervalDay(${days})`;
    await command(client, sql`alter table ${raw(table)} ${change}`, {
      // Parts drop their old rows at their next merge, instead of all being rewritten now.
      clickhouse_settings: { materialize_ttl_after_modify: 0 },
    });
  }
}

/** ClickHouse says after how many days rows go nowhere but in the text of the engine. */
async function daysOf(client: ClickHouseClient, table: (typeof aging)[number][0]): Promise<number> {
  const shown = sql`select toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay[(]([0-9]+)')) as days
    from system.tables
    where database = currentDatabase() and name = ${text(table)}`;
  return only(await select(client, shown, z.object({ days: z.number() }))).days;
}
