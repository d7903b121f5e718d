import { setImmediate } from 'node:timers/promises';

/** Well below what others may be kept waiting for, as a step that began just before it ends comes on top. */
const mostMs = 4;

/** Waits for a turn of the event loop when the present one has been held for long; else for nothing. */
export type Pause = () => Promise<void>;

/**
 * For work of thousands of steps in the process that also answers everybody else: called between small groups of steps, it
 * lets others in every few milliseconds. The time counts from here.
 */
export function createPause(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await setImmediate();
    since = performance.now();
  };
}
