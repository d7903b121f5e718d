import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '@tallyhouse/service';
import { createNotifier, type NotifierDeps } from './notifier.ts';

export interface Alerting {
  /** Whether the rules could be judged recently. */
  checks: Checks;
  /** Waits a while for alerts being sent. */
  close(): Promise<void>;
}

/** A supervisor waits for 10 s. */
const lastSendsMs = 5000;
/** Longer than temporary delays, such as a restart of ClickHouse. */
const leastLimitSeconds = 300;

/** Judges the rules periodically, until it is closed. Any number of processes may do so: each alert is sent once. */
export function startAlerting(deps: NotifierDeps, { seconds }: { seconds: number }): Alerting {
  const notifier = createNotifier(deps);
  const closing = new AbortController();
  const limit = Math.max(leastLimitSeconds, 5 * seconds);
  let judgedAt = deps.clock();
  const done = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const isWhole = await notifier.round().catch((err: unknown) => {
        if (!closing.signal.aborted) deps.logger.warn({ err }, 'alerts could not be judged; retrying');
        return false;
      });
      if (isWhole) {
        judgedAt = deps.clock();
        deps.metrics.succeeded(judgedAt);
      }
      await sleep(seconds * 1000, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  return {
    checks: {
      async rules() {
        const late = Math.round((deps.clock() - judgedAt) / 1000);
        if (late > limit)
          throw new Error(`the rules could not be judged for ${late} s; the limit is ${limit} s`);
      },
    },
    async close() {
      closing.abort();
      const late = sleep(lastSendsMs, undefined, { ref: false });
      await Promise.race([done.then(() => notifier.sent()), late]);
      notifier.abort();
      await Promise.race([notifier.sent(), late]);
    },
  };
}
