/**
 * Reads dead letters from where the last replay stopped, to list them or to put them back into the log of pings.
 *
 * At least once: a letter counts as handled only after the log acknowledged the message that replaces it. If anything dies
 * in between, it is put back again, and a message that is in the log twice counts once. A message that is refused again
 * becomes a dead letter again, after the end at which this run stops.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, LogMessage, LogWriter, OffsetRange } from '@tallyhouse/log';
import { type DeadLetter, readLetter } from '../dead-letter.ts';

export const noLetters = 'There are no dead letters to put back.\n';

/** The group whose commit records where the last replay stopped. */
const group = 'tallyhouse-replay';

/** The most messages of an append, few enough for a timely acknowledgement. */
const appendMessages = 1000;

/** The letters to handle: those after the last replay, or all that are kept. @throws LogUnavailableError */
export async function pendingLetters(deadLetterLog: Log, all: boolean): Promise<OffsetRange[]> {
  const kept = await deadLetterLog.offsetRanges(0);
  if (all || kept.length === 0) return kept;
  const reader = deadLetterLog.reader(group);
  const lags = new Map((await reader.lag()).map((lag) => [lag.partition, lag.committed]));
  await reader.close();
  return kept.map(({ partition, first, end }) => {
    const committed = lags.get(partition) ?? first;
    // A commit beyond the end belongs to a log that was recreated since.
    return { partition, first: committed > end ? first : committed, end };
  });
}

/**
 * Reads letters in batches, each in the order of its partition.
 * @param onBatch gets those that can be read, how many cannot (no consumer wrote them), and a name, the same when it failed and is called again
 * @returns the next offset of each partition, and whether everything was read
 */
export async function readLetters(
  deadLetterLog: Log,
  ranges: readonly OffsetRange[],
  signal: AbortSignal,
  onBatch: (letters: DeadLetter[], unreadable: number, batch: string) => Promise<void>,
): Promise<{ done: boolean; offsets: { partition: number; offset: bigint }[] }> {
  const next = new Map<number, bigint>();
  const done = await deadLetterLog.read(
    ranges,
    async ({ partition, offsets, values }) => {
      const letters = values.flatMap((value) => readLetter(value) ?? []);
      await onBatch(letters, values.length - letters.length, `${partition}:${offsets[0]}-${offsets.at(-1)}`);
      next.set(partition, (offsets.at(-1) ?? 0n) + 1n);
    },
    signal,
  );
  return { done, offsets: [...next].map(([partition, offset]) => ({ partition, offset })) };
}

/** Commits these offsets, at which the next replay starts. @throws LogUnavailableError */
export async function commitReplay(
  deadLetterLog: Log,
  offsets: readonly { partition: number; offset: bigint }[],
): Promise<void> {
  if (offsets.length === 0) return;
  const reader = deadLetterLog.reader(group);
  await reader.seek(offsets);
  await reader.close();
}

/** Waits until the log can be reached, 30 s at most: a writer connects in the background. @throws LogUnavailableError */
export async function untilReachable(writer: LogWriter): Promise<void> {
  for (let again = 30; ; again--) {
    try {
      await writer.check();
      return;
    } catch (error) {
      if (again === 0) throw error;
      await sleep(1000);
    }
  }
}

/** Appends the refused messages to the log of pings, each to its old partition, so that a session stays in one. */
export async function putBack(writer: LogWriter, letters: readonly DeadLetter[]): Promise<void> {
  const messages = letters.map(
    ({ partition, offset, value }): LogMessage => ({
      partition,
      key: `${partition}:${offset}`,
      value: Buffer.from(value, 'base64'),
    }),
  );
  for (let at = 0; at < messages.length; at += appendMessages) {
    await writer.append(messages.slice(at, at + appendMessages));
  }
}
