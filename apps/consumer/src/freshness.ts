import type { BatchHandler, LogBatch } from '@tallyhouse/log';
import { receivedAt } from '@tallyhouse/ping';
import type { InsertPings } from './insert.ts';

/** Of the pings that came to this process, when the newest was received and when the newest that was stored. */
export interface Freshness {
  watchBatches(handler: BatchHandler): BatchHandler;
  watchInserts(insert: InsertPings): InsertPings;
  /** When the newest stored ping was received, milliseconds since 1970; undefined before the first. */
  newestStored(): number | undefined;
  /** By how many seconds what is stored is older than what came: it grows when all that comes is refused. */
  secondsBehind(): number;
}

export function createFreshness(clock: () => number): Freshness {
  const began = clock();
  let seen = 0;
  let stored: number | undefined;
  // What cannot be read came just now, as far as anybody can tell.
  const newestOf = ({ values }: Pick<LogBatch, 'values'>) => {
    const last = values.at(-1);
    return (last && receivedAt(last)) ?? clock();
  };
  return {
    watchBatches: (handler) => (batch, control) => {
      seen = Math.max(seen, newestOf(batch));
      return handler(batch, control);
    },
    watchInserts: (insert) => async (run) => {
      await insert(run);
      stored = Math.max(stored ?? 0, newestOf(run));
    },
    newestStored: () => stored,
    secondsBehind: () => Math.max(0, seen - (stored ?? began)) / 1000,
  };
}
