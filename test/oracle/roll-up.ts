import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { day } from './traffic/moment.ts';
import type { Share } from './traffic/planned.ts';

/** Makes days of the rollups anew on which something of these pings may be; `some` of them, others in each rollup. */
export async function rollUp(
  client: ClickHouseClient,
  pings: readonly PingRow[],
  share: Share,
): Promise<void> {
  if (share === 'none') return;
  const each = settledTables.map(async (rollup, place) => {
    for (const [index, date] of datesOf(pings).entries()) {
      // Nothing is being stored meanwhile, so that no mark has to settle.
      if (share === 'all' || (index + place) % 3 > 0) await rebuildDay(client, rollup, date, { lagMs: 0 });
    }
  });
  await Promise.all(each);
}

/** Of the pings, and the days before and after them. */
function datesOf(pings: readonly PingRow[]): string[] {
  const dates = pings.flatMap(({ pinged_at }) =>
    [-day, 0, day].map((beside) => new Date(pinged_at + beside).toISOString().slice(0, 10)),
  );
  return [...new Set(dates)].sort();
}
