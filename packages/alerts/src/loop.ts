import { setTimeout as sleep } from 'node:timers/promises';
import { createNotifier, type NotifierDeps } from './notifier.ts';

export interface Alerting {
  /** Waits a while for what is being sent. */
  close(): Promise<void>;
}

/** A supervisor waits for 10 s. */
const lastSendsMs = 5000;

/** Judges the rules every so often, until it is closed. Any number of processes may do so: each alert is sent once. */
export function startAlerting(deps: NotifierDeps, { seconds }: { seconds: number }): Alerting {
  const notifier = createNotifier(deps);
  const closing = new AbortController();
  const done = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await notifier.round().catch((err: unknown) => {
        if (!closing.signal.aborted) deps.logger.warn({ err }, 'alerts could not be judged; retrying');
      });
      await sleep(seconds * 1000, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  return {
    async close() {
      closing.abort();
      const late = sleep(lastSendsMs, undefined, { ref: false });
      await Promise.race([done.then(() => notifier.sent()), late]);
      notifier.abort();
      await Promise.race([notifier.sent(), late]);
    },
  };
}
