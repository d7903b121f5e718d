/** Where the consumer resumes after a restore. */
import type { Log, LogBatch } from '@tallyhouse/log';
import type { Manifest } from '../manifest.ts';

/** A partition of the current log, and its offset to resume at. */
export interface Resumption {
  partition: number;
  offset: bigint;
  /** `saved`: the offset of the backup. `oldest`: the log has other messages at the offsets of the backup, or none. */
  from: 'saved' | 'oldest';
  /** Messages from the offset to the end. */
  messages: bigint;
}

/** The first message of each partition in a backup, by which the log is recognized. */
export type Witnesses = Map<number, { offset: bigint; value: Buffer }>;

/** Notes a partition's first message. */
export function note(
  witnesses: Witnesses,
  { partition, offsets: [offset], values: [value] }: LogBatch,
): void {
  if (offset !== undefined && value !== undefined && !witnesses.has(partition))
    witnesses.set(partition, { offset, value });
}

/**
 * Finds the offsets to resume at. After the loss of a machine the log may be another one, whose offsets mean other messages. So the saved
 * offset counts only where the log still has the first message of the backup. Otherwise the consumer reads the whole log, because reading
 * too much changes nothing.
 * @throws LogUnavailableError
 */
export async function resumptions(
  log: Log,
  backup: Manifest,
  witnesses: Witnesses,
  signal: AbortSignal,
): Promise<Resumption[]> {
  const held = await log.offsetRanges(0);
  const recognized = new Set<number>();
  const questions = held.flatMap(({ partition, first, end }) => {
    const witness = witnesses.get(partition);
    if (witness === undefined || witness.offset < first || witness.offset >= end) return [];
    return [{ partition, first: witness.offset, end: witness.offset + 1n }];
  });
  if (questions.length > 0) {
    await log.read(
      questions,
      async ({ partition, values: [value] }) => {
        if (value && witnesses.get(partition)?.value.equals(value)) recognized.add(partition);
      },
      signal,
    );
  }
  return held.map(({ partition, first, end }): Resumption => {
    const saved = backup.log.partitions.find((one) => one.partition === partition)?.committed;
    const known = saved !== undefined && recognized.has(partition);
    const offset = known && saved > first ? saved : first;
    return { partition, offset, from: known ? 'saved' : 'oldest', messages: end - offset };
  });
}
