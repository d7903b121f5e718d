import type { LogBatch } from '@tallyhouse/log';
import { crawlVersion, isPing, rowVersion, rowVersionOf } from '@tallyhouse/ping';

/** Messages of a batch with the same row version: one insert can store them. */
export interface Run extends LogBatch {
  version: number;
}

/** Names a run by its partition and offsets. */
export const nameOf = ({ partition, offsets }: Run) => `${partition}:${offsets[0]}-${offsets.at(-1)}`;

export function sizeOf(runs: readonly Run[]): { messages: number; bytes: number } {
  let [messages, bytes] = [0, 0];
  for (const { values } of runs) {
    messages += values.length;
    for (const value of values) bytes += value.length;
  }
  return { messages, bytes };
}

/** A newer ingest writes a row version that this consumer does not know. Its messages wait for a newer consumer. */
class NewerRowVersionError extends Error {
  override name = 'NewerRowVersionError';
}

/**
 * Splits a batch: first its pings into runs of one row version, in order, then its requests of pages. Both alternate in the log, and an
 * insert costs much the same with one row as with thousands. The pings are one run, except during an upgrade.
 * @param newest the newest version of pings that this program knows
 * @throws (the iteration) NewerRowVersionError at a ping of an unknown version
 */
export function* runsOf(batch: LogBatch, newest = rowVersion): Generator<Run> {
  yield* pingRuns(only(batch, isPing), newest);
  const requests = only(batch, (message) => !isPing(message));
  if (requests.values.length > 0) yield { version: crawlVersion, ...requests };
}

function* pingRuns(batch: LogBatch, newest: number): Generator<Run> {
  for (const [version, piece] of cutBy(batch, batch.values.map(rowVersionOf))) {
    if (version > newest) {
      throw new NewerRowVersionError(
        `The log holds rows of version ${version}, this consumer knows them up to ${newest}: upgrade the consumers ` +
          'first, then ingest. Nothing is lost meanwhile; the messages wait in the log.',
      );
    }
    yield { version, ...piece };
  }
}

/** Cuts a batch where the key changes. @param keys one for each message */
export function* cutBy<Key>(
  { partition, offsets, values }: LogBatch,
  keys: readonly Key[],
): Generator<[Key, LogBatch]> {
  let start = 0;
  for (const [index, key] of keys.entries()) {
    const end = index + 1;
    if (end < keys.length && keys[end] === key) continue;
    yield [key, { partition, offsets: offsets.slice(start, end), values: values.slice(start, end) }];
    start = end;
  }
}

function only({ partition, offsets, values }: LogBatch, isWanted: (message: Buffer) => boolean): LogBatch {
  const wanted = values.map(isWanted);
  return {
    partition,
    offsets: offsets.filter((_, index) => wanted[index]),
    values: values.filter((_, index) => wanted[index]),
  };
}
