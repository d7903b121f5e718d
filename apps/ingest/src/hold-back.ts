/** Delays a 429, unless too many are already waiting. */
export type HoldBack = () => Promise<void>;

/** No longer than the shortest `Retry-After`, so that an immediate retry gains nothing. */
const pauseMs = 1000;

/**
 * Delays 429s. Reading a head and refusing it is cheap, but a sender that retries at once on a few connections can occupy a whole core; so
 * its response is a second late.
 * @param most responses delayed at once; further ones are sent immediately, because the delayed connections count towards MAX_CONNECTIONS
 * and are not closed to make room
 * @param pause resolves after the given milliseconds
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
