import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted; it never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});
