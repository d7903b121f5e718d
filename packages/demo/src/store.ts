import type { LogBatch } from '@tallyhouse/log';
import { encodeRow, type PingRow, rowVersion, unloggedPartition } from '@tallyhouse/ping';

/** Stores pings as the consumer does. */
export type InsertPings = (run: LogBatch & { version: number }) => Promise<void>;

/**
 * Stores the pings of a day after `after` and up to `until` (milliseconds since 1970), as the consumer stores a batch, so
 * that all tables are filled as with real pings. Each ping always has the same offset, so storing it again changes
 * nothing.
 * @param pings all pings of the day, from pingsOfDay
 */
export async function storeDay(
  insertPings: InsertPings,
  day: number,
  pings: readonly PingRow[],
  { after = Number.NEGATIVE_INFINITY, until }: { after?: number; until: number },
): Promise<void> {
  const offsets: bigint[] = [];
  const values: Buffer[] = [];
  for (const [index, ping] of pings.entries()) {
    if (ping.pinged_at <= after || ping.pinged_at > until) continue;
    offsets.push(BigInt(day) * 1_000_000n + BigInt(index));
    values.push(encodeRow(ping));
  }
  if (values.length === 0) return;
  await insertPings({ version: rowVersion, partition: unloggedPartition, offsets, values });
}
