/**
 * Hands over fetches of which kafkajs filters all messages: markers that end transactions, and messages of aborted ones. kafkajs would skip
 * them by itself, and nobody would commit their end: the group would stay behind the end of the log.
 */
import batch from 'kafkajs/src/consumer/batch.js';

/** Call this before the first consumer runs. */
export function patchFilteredFetches(): void {
  batch.prototype.isEmpty = batch.prototype.isEmptyIncludingFiltered;
}
