import type { Log, LogMessage, LogWriter } from '@tallyhouse/log';
import { readLetter } from '../dead-letter.ts';

/**
 * A writer to the log of dead letters that leaves out what is there already. A replay reads messages that were refused
 * before; entered again, they would be put back again, and one ping would count as several dead letters. The log of dead
 * letters is read when the first message is refused, not before.
 */
export function newLettersOnly(writer: LogWriter, log: Log, signal: AbortSignal): LogWriter {
  let known: Promise<Set<string>> | undefined;

  async function readKnown(): Promise<Set<string>> {
    const found = new Set<string>();
    const stretches = await log.offsetRanges(0);
    await log.read(
      stretches,
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
    check: () => writer.check(),
    close: () => writer.close(),
  };
}

/** Place and bytes of the refused message: a log that was made anew counts its places from 0 again. */
function nameOf(value: Buffer): string {
  const letter = readLetter(value);
  return letter ? `${letter.partition}:${letter.offset} ${letter.value}` : '';
}
