/**
 * Dead letters, from where the last replay of them stopped: to look at, and to put back into the log of the pings.
 *
 * At least once: a letter counts as dealt with only after the log acknowledged the message that takes its place. When
 * something dies in between, it is put back again, and a message that stands in the log twice is counted once. What is
 * refused again becomes a dead letter again, behind the end that this reading stops at.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, LogMessage, LogWriter, OffsetRange } from '@tallyhouse/log';
import { type DeadLetter, readLetter } from '../dead-letter.ts';

/** The group whose commit says where the last replay stopped. */
const group = 'tallyhouse-replay';

/** Few enough for one append to be acknowledged in time. */
const appendMessages = 1000;

/** The letters to deal with: those after the last replay, or all that are kept. @throws LogUnavailableError */
export async function pendingLetters(deadLetterLog: Log, all: boolean): Promise<OffsetRange[]> {
  const kept = await deadLetterLog.offsetRanges(0);
  if (all || kept.length === 0) return kept;
  const reader = deadLetterLog.reader(group);
  const lags = new Map((await reader.lag()).map((lag) => [lag.partition, lag.committed]));
  await reader.close();
  return kept.map(({ partition, first, end }) => {
    const committed = lags.get(partition) ?? first;
    // Behind the end it is the place in a log that was made anew since.
    return { partition, first: committed > end ? first : committed, end };
  });
}

/**
 * Reads letters in batches, each in the order of its partition.
 * @param onBatch gets those that can be read, and how many cannot: messages that no consumer wrote
 * @returns how far it came in each partition, and whether that is everything
 */
export async function readLetters(
  deadLetterLog: Log,
  stretches: readonly OffsetRange[],
  signal: AbortSignal,
  onBatch: (letters: DeadLetter[], unreadable: number) => Promise<void>,
): Promise<{ done: boolean; places: { partition: number; offset: bigint }[] }> {
  const places = new Map<number, bigint>();
  const done = await deadLetterLog.read(
    stretches,
    async ({ partition, offsets, values }) => {
      const letters = values.flatMap((value) => readLetter(value) ?? []);
      await onBatch(letters, values.length - letters.length);
      places.set(partition, (offsets.at(-1) ?? 0n) + 1n);
    },
    signal,
  );
  return { done, places: [...places].map(([partition, offset]) => ({ partition, offset })) };
}

/** Has the next replay begin at these places. @throws LogUnavailableError */
export async function moveMark(
  deadLetterLog: Log,
  places: readonly { partition: number; offset: bigint }[],
): Promise<void> {
  if (places.length === 0) return;
  const reader = deadLetterLog.reader(group);
  await reader.seek(places);
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

/** Appends the refused messages to the log of the pings, each to its old partition: a session stays in one. */
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
