import { setImmediate } from 'node:timers/promises';

/** Well below a tolerable wait, because a step that began just before the limit is added to it. */
const mostMs = 4;

/** Yields to the event loop when the current turn has taken long; otherwise returns at once. */
export type Pause = () => Promise<void>;

/**
 * For work of thousands of steps in a process that also serves requests: called between small groups of steps, it yields every few
 * milliseconds. The time counts from this call.
 */
export function createPause(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await setImmediate();
    since = performance.now();
  };
}
