import { setTimeout as sleep } from 'node:timers/promises';

/** How long tests wait for a result that an idle machine gives within a second; less than the time limit of a test (jest.config.js). */
export const patienceMs = 300_000;
/**
 * Between two tries, at least: it grows by the first up to the last, as what takes long is asked for less often. A try that takes longer is
 * followed by twice its own time, as many tests wait beside each other.
 */
const pausesMs = { first: 50, last: 300 };

/** Asks until the answer is what is expected; the last one is compared, so that a failure shows the difference. */
export async function eventually(
  ask: () => Promise<unknown>,
  expected: unknown,
  withinMs = patienceMs,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let pauseMs = 0;
  while (Date.now() < deadline) {
    const asked = Date.now();
    try {
      expect(await ask()).toEqual(expected);
      return;
    } catch {
      pauseMs = Math.min(pauseMs + pausesMs.first, pausesMs.last);
      await sleep(Math.max(pauseMs, 2 * (Date.now() - asked)));
    }
  }
  expect(await ask()).toEqual(expected);
}
