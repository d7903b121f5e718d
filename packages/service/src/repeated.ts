import { setTimeout as sleep } from 'node:timers/promises';

interface RepeatedOptions {
  /** The pause before the first time, milliseconds. */
  delayMs?: number;
  /** The pause after work that took as long. Milliseconds, both. */
  pauseAfter(took: number): number;
  /** Takes the error of work that failed, before it is repeated. */
  failed(error: unknown): void;
}

const closeWaitMs = 3000;

/** Repeats work until it is closed, which waits for the work in progress, but not for a database that does not respond. */
export function repeated(
  work: (closing: AbortSignal) => Promise<void>,
  { delayMs, pauseAfter, failed }: RepeatedOptions,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const run = async () => {
    if (delayMs) await wait(delayMs);
    while (!signal.aborted) {
      const begun = performance.now();
      await work(signal).catch((error: unknown) => signal.aborted || failed(error));
      await wait(pauseAfter(performance.now() - begun));
    }
  };
  const done = run();
  return {
    async close() {
      closing.abort();
      await Promise.race([done, sleep(closeWaitMs, undefined, { ref: false })]);
    },
  };
}
