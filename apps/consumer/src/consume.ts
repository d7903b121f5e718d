/**
 * How the consumer handles a batch of the log, and the delivery guarantees that follow.
 *
 * At least once: the log commits a batch only after `handle` resolved, which is after ClickHouse acknowledged the insert:
 * the parts of `pings` and of every table behind it are then written. If anything dies in between, the same messages are
 * delivered again.
 *
 * Counted once: a redelivered message has the same ids, assigned before it was appended. Reports read tables of minima and maxima by
 * those ids (clickhouse/migrations), which a repetition does not change; `crawls` keeps one row of a site, day and id.
 *
 * One bad message blocks nothing: a batch that ClickHouse refuses for its content is halved until the bad messages are
 * isolated; those become dead letters with the reason, all others are stored. A message of an unknown row version is not
 * bad: it waits (runs.ts).
 */
import type { BatchControl, BatchHandler, LogBatch } from '@tallyhouse/log';
import type { DeadLetters, Refused } from './dead-letters.ts';
import { ContentRefusedError, type InsertMessages } from './insert.ts';
import { type Run, runsOf } from './runs.ts';

export interface ConsumeDeps {
  insertMessages: (run: Run) => ReturnType<InsertMessages>;
  deadLetters: DeadLetters;
  /** Cuts a batch into pieces that each belong to one server. Unset: there is one server. */
  cut?: (batch: LogBatch) => Iterable<LogBatch>;
}

/** Handles batches of any length, even empty ones. Throws when ClickHouse or the dead letters are unavailable: the log retries. */
export function createBatchHandler({
  insertMessages,
  deadLetters,
  cut = (batch) => [batch],
}: ConsumeDeps): BatchHandler {
  /** Stores what can be stored, and returns the rest. */
  async function store(run: Run, control: BatchControl): Promise<Refused[]> {
    if (control.abandoned()) throw new Error('the partition belongs to another reader now');
    try {
      await insertMessages(run);
      return [];
    } catch (error) {
      if (!(error instanceof ContentRefusedError)) throw error;
      const [offset] = run.offsets;
      const [value, ...others] = run.values;
      if (offset !== undefined && value !== undefined && others.length === 0) {
        return [{ partition: run.partition, offset, value, reason: error.message }];
      }
      await control.heartbeat();
      const [first, second] = halves(run);
      return [...(await store(first, control)), ...(await store(second, control))];
    }
  }

  return async function handle(batch, control): Promise<void> {
    const refused: Refused[] = [];
    for (const piece of cut(batch)) {
      for (const run of runsOf(piece)) refused.push(...(await store(run, control)));
    }
    if (refused.length > 0) await deadLetters.add(refused);
  };
}

function halves({ version, partition, offsets, values }: Run): [Run, Run] {
  const middle = Math.ceil(values.length / 2);
  return [
    { version, partition, offsets: offsets.slice(0, middle), values: values.slice(0, middle) },
    { version, partition, offsets: offsets.slice(middle), values: values.slice(middle) },
  ];
}
