import { setImmediate } from 'node:timers/promises';

/**
 * Runs steps that become possible at the same time in separate turns of the event loop, so that other requests are served in between: the
 * queries of a report wait for the same reply, and each then takes milliseconds to build.
 * @returns a function that resolves in a turn of its own, in the order of the calls
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
