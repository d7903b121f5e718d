import type { Traffic } from './fill/fill.ts';

/** How much each part fills, sends and repeats. Rounds end after `seconds`; `warmUps` do not count, and `asked` is how often something is timed. */
const usual = {
  fill: {} as Pick<Traffic, 'newest'>,
  /** How many of the newest filled days are settled. */
  settledDays: Number.POSITIVE_INFINITY,
  /** `askedRaw` is how often a query over raw pings is timed at most; `nowSessions` are those of the last four minutes. */
  reports: { warmUps: 3, asked: 20, askedRaw: 3, nowSessions: 20_000 },
  way: { rounds: 3, seconds: 10, pings: 100_000 },
  idle: { seconds: 30 },
  /** `pings` are timed on an idle service, and while others, from `beforeMs` earlier on, send `rate` pings a second. */
  freshness: { pings: 40, rate: 4000, beforeMs: 5000 },
  ingest: { rounds: 5, seconds: 5 },
  attack: { rounds: 5, seconds: 5 },
  import: { lines: 1_000_000, follow: { rate: 2000, seconds: 30 } },
  sites: { warmUps: 3, asked: 40 },
  paint: { loads: 20 },
  lake: { rounds: 3, days: 30 },
  consumer: { rounds: 5, pings: 300_000 },
};

/** To see that all parts work. Loads end after so many requests, however slow the machine is. */
const quick: typeof usual = {
  // Each day costs inserts, parts that every report opens, and rebuilds in the background after a minute.
  fill: { newest: 15 },
  settledDays: 1,
  reports: { warmUps: 0, asked: 1, askedRaw: 1, nowSessions: 100 },
  way: { rounds: 1, seconds: 0, pings: 400 },
  idle: { seconds: 1 },
  freshness: { pings: 2, rate: 200, beforeMs: 200 },
  ingest: { rounds: 1, seconds: 0 },
  attack: { rounds: 1, seconds: 1 },
  import: { lines: 500, follow: { rate: 200, seconds: 1 } },
  sites: { warmUps: 0, asked: 1 },
  paint: { loads: 1 },
  lake: { rounds: 1, days: 1 },
  consumer: { rounds: 1, pings: 1_000 },
};

export type Sizes = typeof usual;

export const sizesOf = (isQuick: boolean): Sizes => (isQuick ? quick : usual);
