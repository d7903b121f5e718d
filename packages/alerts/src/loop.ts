import { setTimeout as sleep } from 'node:timers/promises';
import { type Checks, repeated } from '@tallyhouse/service';
import { createNotifier, type NotifierDeps } from './notifier.ts';

export interface Alerting {
  /** Whether the rules could be judged recently. */
  checks: Checks;
  /** Waits a while for alerts being sent. */
  close(): Promise<void>;
}

/** A supervisor waits for 10 s. */
const lastSendsMs = 5000;
/** Longer than temporary delays, such as a restart of ClickHouse. Not measured by the clock, which may be set back. */
const leastLimitSeconds = 300;

/** Judges the rules periodically, until it is closed. Any number of processes may do so: each alert is sent once. */
export function startAlerting(deps: NotifierDeps, { seconds }: { seconds: number }): Alerting {
  const notifier = createNotifier(deps);
  const limit = Math.max(leastLimitSeconds, 5 * seconds);
  deps.metrics.limited(limit);
  let judgedAt = performance.now();
  const judge = async () => {
    if (!(await notifier.round())) return;
    judgedAt = performance.now();
    deps.metrics.succeeded(deps.clock());
  };
  const rounds = repeated(judge, {
    pauseAfter: () => seconds * 1000,
    failed: (err) => deps.logger.warn({ err }, 'alerts could not be judged; retrying'),
  });

  return {
    checks: {
      async rules() {
        const late = Math.round((performance.now() - judgedAt) / 1000);
        if (late > limit)
          throw new Error(`the rules could not be judged for ${late} s; the limit is ${limit} s`);
      },
    },
    async close() {
      const late = sleep(lastSendsMs, undefined, { ref: false });
      await Promise.race([rounds.close().then(() => notifier.sent()), late]);
      notifier.abort();
      await Promise.race([notifier.sent(), late]);
    },
  };
}
