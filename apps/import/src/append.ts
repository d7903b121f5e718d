import { setTimeout as sleep } from 'node:timers/promises';
import { type LogMessage, LogUnavailableError, type LogWriter } from '@tallyhouse/log';

const appendTries = 10;

/** @throws an Error that says how to continue, when the log accepts nothing for half a minute */
export async function append(
  writer: Pick<LogWriter, 'append'>,
  messages: readonly LogMessage[],
  signal: AbortSignal,
): Promise<void> {
  for (let tried = 1; messages.length > 0; tried++) {
    try {
      return await writer.append(messages);
    } catch (error) {
      if (!(error instanceof LogUnavailableError)) throw error;
      if (tried === appendTries || signal.aborted) {
        const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
        const next = 'Run the same command again: it goes on where it stopped, and stores nothing twice.';
        throw new Error(`${error.message}${why} The import stopped. ${next}`, { cause: error });
      }
      await sleep(Math.min(250 * 2 ** tried, 5000));
    }
  }
}
