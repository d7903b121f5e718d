import { setTimeout as sleep } from 'node:timers/promises';

/** How long tests wait for a result that an idle machine gives within a second; less than the time limit of a test (jest.config.js). */
export const patienceMs = 45_000;
/** Between two tries. */
const pauseMs = 100;

/** Asks until the answer is what is expected; the last one is compared, so that a failure shows the difference. */
export async function eventually(
  ask: () => Promise<unknown>,
  expected: unknown,
  withinMs = patienceMs,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    try {
      expect(await ask()).toEqual(expected);
      return;
    } catch {
      await sleep(pauseMs);
    }
  }
  expect(await ask()).toEqual(expected);
}
