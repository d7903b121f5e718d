import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is what is expected; the last one is compared, so that a failure shows the difference. */
export async function eventually(ask: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    try {
      expect(await ask()).toEqual(expected);
      return;
    } catch {
      await sleep(100);
    }
  }
  expect(await ask()).toEqual(expected);
}
