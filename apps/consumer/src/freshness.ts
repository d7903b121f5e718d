import type { BatchHandler, LogBatch } from '@tallyhouse/log';
import { isPing, receivedAt } from '@tallyhouse/ping';
import type { InsertMessages } from './insert.ts';

/** Measures whether pings that reach this process are stored, and how new the newest stored one is. Requests of pages are none. */
export interface Freshness {
  watchBatches(handler: BatchHandler): BatchHandler;
  watchInserts(insert: InsertMessages): InsertMessages;
  newestStored(): number | undefined;
  /**
   * For how many seconds of arrivals no ping was stored: it grows while the pings of handled batches are all refused, does not
   * change while none arrives, and is 0 again with the next stored one.
   */
  secondsBehind(): number;
}

export function createFreshness(clock: () => number): Freshness {
  let inserts = 0;
  let stored: number | undefined;
  /** When the first and the latest batch since then whose pings were handled but not stored were received. */
  let refused: { first: number; latest: number } | undefined;
  // The time of an unreadable message is unknown: it counts as just received.
  const newestPing = ({ values }: Pick<LogBatch, 'values'>) => {
    const last = values.findLast(isPing);
    return last && (receivedAt(last) ?? clock());
  };
  return {
    watchBatches: (handler) => async (batch, control) => {
      const before = inserts;
      await handler(batch, control);
      const latest = newestPing(batch);
      if (inserts !== before || latest === undefined) return;
      refused = { first: refused?.first ?? latest, latest };
    },
    watchInserts:
      (insert) =>
      async (...runs) => {
        await insert(...runs);
        const times = runs.flatMap((run) => newestPing(run) ?? []);
        if (times.length === 0) return;
        inserts++;
        stored = Math.max(stored ?? 0, ...times);
        refused = undefined;
      },
    newestStored: () => stored,
    secondsBehind: () => (refused ? Math.max(0, refused.latest - refused.first) / 1000 : 0),
  };
}
