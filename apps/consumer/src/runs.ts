import type { LogBatch } from '@tallyhouse/log';
import { crawlVersion, rowVersion, rowVersionOf } from '@tallyhouse/ping';

/** Messages of a batch with the same row version: one insert can store them. */
export interface Run extends LogBatch {
  version: number;
}

/** Names a run by its partition and offsets. */
export const nameOf = ({ partition, offsets }: Run) => `${partition}:${offsets[0]}-${offsets.at(-1)}`;

/** The messages of runs, and their bytes. */
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
 * Splits a batch into one run for each row version: pings and requests of pages alternate in the log, and an insert costs much the
 * same with one row as with thousands. Messages behind one of an unknown version are left out.
 * @param newest the newest version of pings that this program knows
 * @throws (the iteration) NewerRowVersionError after these runs, when there is a message of an unknown version
 */
export function* runsOf({ partition, offsets, values }: LogBatch, newest = rowVersion): Generator<Run> {
  const runs = new Map<number, { offsets: bigint[]; values: Buffer[] }>();
  let unknown: number | undefined;
  for (const [index, value] of values.entries()) {
    const version = rowVersionOf(value);
    if (version > newest && version !== crawlVersion) {
      unknown = version;
      break;
    }
    const run = runs.get(version) ?? { offsets: [], values: [] };
    runs.set(version, run);
    run.offsets.push(...offsets.slice(index, index + 1));
    run.values.push(value);
  }
  for (const [version, run] of runs) yield { version, partition, ...run };
  if (unknown !== undefined) {
    throw new NewerRowVersionError(
      `The log holds rows of version ${unknown}, this consumer knows them up to ${newest}: upgrade the consumers ` +
        'first, then ingest. Nothing is lost meanwhile; the messages wait in the log.',
    );
  }
}
