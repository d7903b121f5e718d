import type { ClickHouseClient } from '@clickhouse/client';

/** The tables of whole pings, and the time that their rows age by. */
const raw = [
  ['pings', 'received_at'],
  ['dead_letters', 'refused_at'],
] as const;

/** For how many days raw pings are kept; 0 for ever. */
export async function pingRetention(client: ClickHouseClient): Promise<number> {
  return Number(/toIntervalDay\((\d+)\)/.exec(await ttlOf(client, 'pings'))?.[1] ?? 0);
}

/**
 * Sets for how many days raw pings and dead letters are kept after they were received. Reports need them for five minutes
 * only (realtime): pageviews, sessions and visitors stay. Removed pings no longer count in /pings either.
 * @param days 0 keeps them for ever
 */
export async function setPingRetention(client: ClickHouseClient, days: number): Promise<void> {
  for (const [table, time] of raw) {
    // Intervals cannot be query parameters; the type of `days` is the guard.
    const wanted = days === 0 ? '' : `toDateTime(${time}) + toIntervalDay(${Number(days)})`;
    if ((await ttlOf(client, table)) === wanted) continue;
    await client.command({
      query: wanted === '' ? `alter table ${table} remove ttl` : `alter table ${table} modify ttl ${wanted}`,
      // Parts drop their old rows at their next merge, instead of all being rewritten now.
      clickhouse_settings: { materialize_ttl_after_modify: 0 },
    });
  }
}

async function ttlOf(client: ClickHouseClient, table: (typeof raw)[number][0]): Promise<string> {
  const shown = await client.query({ query: `show create table ${table}`, format: 'TabSeparatedRaw' });
  return /^TTL (.*)$/m.exec(await shown.text())?.[1] ?? '';
}
