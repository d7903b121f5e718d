import { emptyRow, type KeptColumns, type PingRow } from '@tallyhouse/ping';
import type { DropReason } from './outcome.ts';
import { type PingId, storedType } from './row.ts';
import type { Validated } from './validate.ts';

/**
 * The row of a dropped ping, which only accounts for it: when it came, for which site and why it was dropped. Nothing about its visitor,
 * page or sender is kept.
 */
export function toDroppedRow(pingId: PingId) {
  return function droppedRow(validated: Validated, reason: DropReason): PingRow {
    const { ping, sender } = validated;
    const kept: KeptColumns = {
      ping_id: pingId(validated),
      site_id: ping.site_id,
      type: storedType(ping),
      pinged_at: ping.pinged_at,
      received_at: sender.receivedAt,
      drop_reason: reason,
    };
    return { ...emptyRow, ...kept };
  };
}
