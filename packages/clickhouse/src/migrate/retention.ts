import type { ClickHouseClient } from '@clickhouse/client';

/**
 * Sets how long raw pings are kept. Reports do not need them beyond five minutes (realtime): pageviews,
 * sessions and visitors stay.
 * @param days 0 keeps pings for ever
 */
export async function setPingRetention(client: ClickHouseClient, days: number): Promise<void> {
  const shown = await client.query({ query: 'show create table pings', format: 'TabSeparatedRaw' });
  const kept = /toIntervalDay\((\d+)\)/.exec(await shown.text())?.[1];
  if (Number(kept ?? 0) === days) return;
  await client.command({
    query:
      days === 0
        ? 'alter table pings remove ttl'
        : // An interval takes no query parameter; the type of `days` is the guard.
          `alter table pings modify ttl toDateTime(pinged_at) + toIntervalDay(${Number(days)})`,
    // Parts drop their old rows at their next merge, rather than all being rewritten now.
    clickhouse_settings: { materialize_ttl_after_modify: 0 },
  });
}
