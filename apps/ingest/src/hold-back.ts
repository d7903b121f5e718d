/** Waits before a 429 is sent, unless too many wait already. */
export type HoldBack = () => Promise<void>;

/** No longer than the shortest `Retry-After`: who sends again at once gains nothing. */
const pauseMs = 1000;

/**
 * Holds 429s back. Reading a head and refusing it is cheap, but a sender that comes again at once, on a few connections,
 * keeps a core busy with nothing else; so it gets its answer a second late.
 * @param most answers held at once. Held connections count towards MAX_CONNECTIONS and are not closed to make room, so
 * beyond this the answer is sent at once.
 * @param pause resolves after so many milliseconds
 */
export function createHoldBack(most: number, pause: (ms: number) => Promise<unknown>): HoldBack {
  let held = 0;
  return async () => {
    if (held >= most) return;
    held++;
    try {
      await pause(pauseMs);
    } finally {
      held--;
    }
  };
}
