import type { BatchHandler, LogBatch } from '@tallyhouse/log';
import { receivedAt } from '@tallyhouse/ping';
import type { InsertPings } from './insert.ts';

/** Measures whether messages that reach this process are stored, and how new the newest stored one is. */
export interface Freshness {
  watchBatches(handler: BatchHandler): BatchHandler;
  watchInserts(insert: InsertPings): InsertPings;
  newestStored(): number | undefined;
  /**
   * For how many seconds of arrivals nothing was stored: it grows while handled batches are refused entirely, does not
   * change while nothing arrives, and is 0 again with the next stored ping.
   */
  secondsBehind(): number;
}

export function createFreshness(clock: () => number): Freshness {
  let inserts = 0;
  let stored: number | undefined;
  /** When the first and the latest batch since then that were handled but not stored were received. */
  let refused: { first: number; latest: number } | undefined;
  // The time of an unreadable message is unknown: it counts as just received.
  const newestOf = ({ values }: Pick<LogBatch, 'values'>) => {
    const last = values.at(-1);
    return (last && receivedAt(last)) ?? clock();
  };
  return {
    watchBatches: (handler) => async (batch, control) => {
      const before = inserts;
      await handler(batch, control);
      if (inserts !== before) return;
      const latest = newestOf(batch);
      refused = { first: refused?.first ?? latest, latest };
    },
    watchInserts:
      (insert) =>
      async (...runs) => {
        await insert(...runs);
        inserts++;
        stored = Math.max(stored ?? 0, ...runs.map(newestOf));
        refused = undefined;
      },
    newestStored: () => stored,
    secondsBehind: () => (refused ? Math.max(0, refused.latest - refused.first) / 1000 : 0),
  };
}
