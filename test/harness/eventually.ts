import { setTimeout as sleep } from 'node:timers/promises';

/** How long tests wait for a result that an idle machine gives within a second; less than the time limit of a test (jest.config.js). */
export const patienceMs = 120_000;
/** Between two tries, at least; a try that takes longer is followed by twice its own time, as many tests wait beside each other. */
const pauseMs = 100;

/** Asks until the answer is what is expected; the last one is compared, so that a failure shows the difference. */
export async function eventually(
  ask: () => Promise<unknown>,
  expected: unknown,
  withinMs = patienceMs,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const asked = Date.now();
    try {
      expect(await ask()).toEqual(expected);
      return;
    } catch {
      await sleep(Math.max(pauseMs, 2 * (Date.now() - asked)));
    }
  }
  expect(await ask()).toEqual(expected);
}
