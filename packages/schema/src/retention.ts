import type { ClickHouseClient } from '@clickhouse/client';
import { command, only, select } from '@tallyhouse/clickhouse';
import { raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';

/** The tables of whole pings, and the time that their rows age by. */
const aging = [
  ['pings', 'received_at'],
  ['dead_letters', 'refused_at'],
] as const;

export const pingRetention = async (client: ClickHouseClient) => (await ageOf(client, 'pings')).days;

/**
 * Sets for how many days raw pings and dead letters are kept after receipt. Reports need them for only five minutes (realtime): pageviews,
 * sessions and visitors stay. Removed pings no longer count in /pings either.
 * @param days 0 for no limit
 */
export async function setPingRetention(client: ClickHouseClient, days: number): Promise<void> {
  for (const [table, time] of aging) {
    const now = await ageOf(client, table);
    if (now.days === days && (days === 0 || now.time === time)) continue;
    const change =
      days === 0 ? sql`remove ttl` : sql`modify ttl toDateTime(${raw(time)}) + toIntervalDay(${days})`;
    await command(client, sql`alter table ${raw(table)} ${change}`, {
      // Parts drop their old rows at their next merge, instead of all being rewritten now.
      clickhouse_settings: { materialize_ttl_after_modify: 0 },
    });
  }
}

const age = z.object({ time: z.string(), days: z.number() });

/** The time column and number of days by which rows of a table expire. ClickHouse reports them only in the text of the engine. */
async function ageOf(client: ClickHouseClient, table: (typeof aging)[number][0]) {
  const shown = sql`select
      extract(engine_full, ' TTL toDateTime[(]([a-z_]+)') as time,
      toUInt32OrZero(extract(engine_full, ' TTL .*toIntervalDay[(]([0-9]+)')) as days
    from system.tables
    where database = currentDatabase() and name = ${text(table)}`;
  return only(await select(client, shown, age));
}
