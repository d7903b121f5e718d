import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is what is expected; the last one is compared, so that a failure shows the difference. */
export async function eventually(
  ask: () => Promise<unknown>,
  expected: unknown,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    try {
      expect(await ask()).toEqual(expected);
      return;
    } catch {
      await sleep(100);
    }
  }
  expect(await ask()).toEqual(expected);
}
