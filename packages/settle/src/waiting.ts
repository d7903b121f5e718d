/** The stale days of one table, when they became stale, and when failed ones are retried. */

const longestRetryMs = 6 * 3_600_000;

export interface Stale {
  /** Seconds since the day that has waited longest became stale; 0 when there is none. */
  dueSeconds: number;
  /** That day, `YYYY-MM-DD`. */
  dueDate: string | undefined;
  /** Number of failed rebuilds. */
  failures: number;
  /** Time of the last rebuild, milliseconds since 1970. */
  rebuiltAt: number | undefined;
}

interface Day {
  since: number;
  failures: number;
  notBefore: number;
}

export function createWaiting(retryMs: number, clock: () => number) {
  let days = new Map<string, Day>();
  let failures = 0;
  let rebuiltAt: number | undefined;
  // A retry that is further ahead than any was decided before the clock was set back.
  const isDue = ({ notBefore }: Day) => notBefore <= clock() || notBefore > clock() + longestRetryMs;
  const fresh = (): Day => ({ since: clock(), failures: 0, notBefore: 0 });
  return {
    see(dates: readonly string[]) {
      days = new Map(dates.map((date) => [date, days.get(date) ?? fresh()]));
    },
    /** The days to rebuild now, in the order given to `see`. */
    next: () => [...days].filter(([, day]) => isDue(day)).map(([date]) => date),
    rebuilt(date: string) {
      days.delete(date);
      rebuiltAt = clock();
    },
    /** @returns the number of failures in a row, and the time until the retry */
    failed(date: string) {
      failures++;
      const day = days.get(date) ?? fresh();
      day.failures++;
      const pauseMs = Math.min(retryMs * 2 ** (day.failures - 1), longestRetryMs);
      day.notBefore = clock() + pauseMs;
      days.set(date, day);
      return { failures: day.failures, retryInSeconds: pauseMs / 1000 };
    },
    state(): Stale {
      let oldest: [string, Day] | undefined;
      for (const one of days) if (oldest === undefined || one[1].since < oldest[1].since) oldest = one;
      const dueSeconds = oldest ? Math.max(0, clock() - oldest[1].since) / 1000 : 0;
      return { dueSeconds, dueDate: oldest?.[0], failures, rebuiltAt };
    },
  };
}
