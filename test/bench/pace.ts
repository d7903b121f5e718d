import { setTimeout as sleep } from 'node:timers/promises';

/** The times at which something is due at a fixed rate, as `performance.now()`; each comes when it is due, however late the one before was. */
export async function* onTime(count: number, everyMs: number): AsyncGenerator<number> {
  const began = performance.now();
  for (let index = 0; index < count; index++) {
    const due = began + index * everyMs;
    await sleep(Math.max(0, due - performance.now()));
    yield due;
  }
}
