import type { ClickHouseClient } from '@clickhouse/client';

/** The tables that hold whole pings, and the time by which a row of them is old. */
const raw = [
  ['pings', 'received_at'],
  ['dead_letters', 'refused_at'],
] as const;

/** For how many days raw pings are kept; 0 for ever. */
export async function pingRetention(client: ClickHouseClient): Promise<number> {
  return Number(/toIntervalDay\((\d+)\)/.exec(await ttlOf(client, 'pings'))?.[1] ?? 0);
}

/**
 * Sets how long raw pings and dead letters are kept, from their receipt. Reports do not need them beyond five minutes
 * (realtime): pageviews, sessions and visitors stay. What is gone is no longer in the account of pings either.
 * @param days 0 keeps them for ever
 */
export async function setPingRetention(client: ClickHouseClient, days: number): Promise<void> {
  for (const [table, time] of raw) {
    // An interval takes no query parameter; the type of `days` is the guard.
    const wanted = days === 0 ? '' : `toDateTime(${time}) + toIntervalDay(${Number(days)})`;
    if ((await ttlOf(client, table)) === wanted) continue;
    await client.command({
      query: wanted === '' ? `alter table ${table} remove ttl` : `alter table ${table} modify ttl ${wanted}`,
      // Parts drop their old rows at their next merge, rather than all being rewritten now.
      clickhouse_settings: { materialize_ttl_after_modify: 0 },
    });
  }
}

async function ttlOf(client: ClickHouseClient, table: (typeof raw)[number][0]): Promise<string> {
  const shown = await client.query({ query: `show create table ${table}`, format: 'TabSeparatedRaw' });
  return /^TTL (.*)$/m.exec(await shown.text())?.[1] ?? '';
}
