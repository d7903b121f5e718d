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

let last: Promise<void> = Promise.resolve();

/**
 * Runs steps that become possible at the same time in separate turns of the event loop: the queries of a report begin together and wait
 * for the same replies, and each step takes milliseconds. There is one queue, as there is one event loop.
 * @returns a promise that resolves in a turn of its own, in the order of the calls
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
