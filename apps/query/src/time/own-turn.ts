import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Runs steps that become possible at the same time in separate turns of the event loop, so that other requests are served in between: the
 * queries of a report begin together and wait for the same replies, and each step takes milliseconds. There is one queue, as there is one
 * event loop.
 * @returns a promise that resolves in a turn of its own, in the order of the calls
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
