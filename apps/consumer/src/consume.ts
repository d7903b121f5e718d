/**
 * What the consumer does with a batch of the log, and the delivery that follows from it.
 *
 * At least once: the log commits a batch only after `handle` resolved, and that is after ClickHouse acknowledged
 * the insert, which it does when the parts of `pings` and of every table behind it are written. Whatever dies in
 * between, the same messages come again.
 *
 * Counted once: a message that comes again holds the same ids, made before it was appended. Every report reads
 * tables of minima and maxima by those ids (clickhouse/migrations), which a repetition leaves as they are. On top
 * of that, the very same batch inserted again writes nothing: ClickHouse knows its token (insert.ts).
 *
 * One bad message stops nobody: a batch that the server refuses for its content is halved until the bad messages
 * stand alone; those go to the dead letters with the reason, all others are stored.
 */
import type { BatchHandler, LogBatch } from '@tallyhouse/log';
import type { DeadLetters } from './dead-letters.ts';
import { ContentRefusedError, type InsertPings } from './insert.ts';

export interface ConsumeDeps {
  insertPings: InsertPings;
  deadLetters: DeadLetters;
}

/** Handles batches of any length, empty ones too. Throws when ClickHouse or the dead letters are away: the log tries again. */
export function createBatchHandler({ insertPings, deadLetters }: ConsumeDeps): BatchHandler {
  return async function handle(batch, control): Promise<void> {
    if (batch.values.length === 0) return;
    if (control.abandoned()) throw new Error('the partition belongs to another reader now');
    try {
      await insertPings(batch);
    } catch (error) {
      if (!(error instanceof ContentRefusedError)) throw error;
      if (batch.values.length === 1) {
        await deadLetters.add(batch, error.message);
        return;
      }
      await control.heartbeat();
      const [first, second] = halves(batch);
      await handle(first, control);
      await handle(second, control);
    }
  };
}

function halves({ partition, offsets, values }: LogBatch): [LogBatch, LogBatch] {
  const middle = Math.ceil(values.length / 2);
  return [
    { partition, offsets: offsets.slice(0, middle), values: values.slice(0, middle) },
    { partition, offsets: offsets.slice(middle), values: values.slice(middle) },
  ];
}
