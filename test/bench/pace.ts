import { setTimeout as sleep } from 'node:timers/promises';

/** Times at a fixed rate, as `performance.now()`. Each is independent of how late the one before was. */
export async function* onTime(count: number, everyMs: number): AsyncGenerator<number> {
  const began = performance.now();
  for (let index = 0; index < count; index++) {
    const due = began + index * everyMs;
    await sleep(Math.max(0, due - performance.now()));
    yield due;
  }
}
