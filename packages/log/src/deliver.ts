import type { Logger } from '@tallyhouse/service';
import type { BatchControl, BatchHandler, LogBatch } from './log.ts';
import { pause } from './pause.ts';

const firstWaitMs = 250;
const longestWaitMs = 5000;

/**
 * Calls the handler until it resolves, waiting 250 ms after the first failure and up to 5 s after later ones.
 * It always passes the same batch: a consumer's deduplication token names the first and last offset, so a batch that
 * grew between two tries would be stored twice.
 * @param signal ends the waiting, not the handler
 * @returns false when the batch was dropped because `control.abandoned()` became true
 */
export async function deliver(
  batch: LogBatch,
  handler: BatchHandler,
  control: BatchControl,
  logger: Logger,
  signal: AbortSignal,
): Promise<boolean> {
  for (let waitMs = firstWaitMs; !control.abandoned(); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      await handler(batch, control);
      return true;
    } catch (error) {
      if (control.abandoned()) break;
      const { partition, offsets } = batch;
      logger.warn(
        { err: error, partition, first: String(offsets[0]), messages: offsets.length, waitMs },
        'a batch could not be handled; retrying',
      );
      await pause(waitMs, signal);
    }
  }
  return false;
}
