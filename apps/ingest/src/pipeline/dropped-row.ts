import { emptyRow, type KeptColumns, type PingRow } from '@tallyhouse/ping';
import type { DropReason } from './outcome.ts';
import { storedType } from './row.ts';
import type { Validated } from './validate.ts';

/**
 * The row of a dropped ping, for the account of what was received: that there was one, when, for which site and why it
 * was dropped. Nothing of its visitor, its page or its sender is kept.
 */
export function toDroppedRow(pingId: (receivedAt: number) => string) {
  return function droppedRow({ ping, sender }: Validated, reason: DropReason): PingRow {
    const kept: KeptColumns = {
      ping_id: pingId(sender.receivedAt),
      site_id: ping.site_id,
      type: storedType(ping),
      pinged_at: ping.pinged_at,
      received_at: sender.receivedAt,
      drop_reason: reason,
    };
    return { ...emptyRow, ...kept };
  };
}
