import { setTimeout as sleep } from 'node:timers/promises';
import { integer } from './config.ts';
import type { Checks } from './health.ts';

/** The setting of each app that runs behind a proxy. */
export const drainSettings = { DRAIN_SECONDS: integer(0, 3).default(0) };

/** The last seconds of an app, in which it still accepts requests, but its checks keep further ones away. */
export interface Drain {
  checks: Checks;
  /** Resolves when the app may close. */
  drain(seconds: number): Promise<void>;
}

/**
 * An app that stops listening at once drops connections that the kernel has accepted but the app has not; their senders cannot tell whether
 * the ping arrived.
 */
export function createDrain(checks: Checks): Drain {
  let draining = false;
  const check = async (of: () => Promise<unknown>) => {
    if (draining) throw new Error('The app is shutting down.');
    return of();
  };
  return {
    checks: Object.fromEntries(Object.entries(checks).map(([name, of]) => [name, () => check(of)])),
    async drain(seconds) {
      if (seconds === 0) return;
      draining = true;
      await sleep(seconds * 1000);
    },
  };
}
