import type { Log, LogMessage, LogWriter } from '@tallyhouse/log';
import { readLetter } from '../dead-letter.ts';

/**
 * A writer to the log of dead letters that skips letters already in it. A replay reads messages that were refused before; appended again,
 * they would be put back again, and one ping would count as several dead letters. The log of dead letters is read only when the first
 * message is refused.
 */
export function newLettersOnly(writer: LogWriter, log: Log, signal: AbortSignal): LogWriter {
  let known: Promise<Set<string>> | undefined;

  async function readKnown(): Promise<Set<string>> {
    const found = new Set<string>();
    const ranges = await log.offsetRanges(0);
    await log.read(
      ranges,
      async ({ values }) => {
        for (const value of values) found.add(nameOf(value));
      },
      signal,
    );
    return found;
  }

  return {
    async append(messages: readonly LogMessage[]) {
      known ??= readKnown().catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      const there = await known;
      await writer.append(messages.filter(({ value }) => !there.has(nameOf(value))));
    },
    takes: (message) => writer.takes(message),
    check: () => writer.check(),
    close: () => writer.close(),
  };
}

/** Offset and bytes of the refused message: the offsets of a recreated log start at 0 again. */
function nameOf(value: Buffer): string {
  const letter = readLetter(value);
  return letter ? `${letter.partition}:${letter.offset} ${letter.value}` : '';
}
