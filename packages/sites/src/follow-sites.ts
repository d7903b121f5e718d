import { type Logger, repeated } from '@tallyhouse/service';
import type { ListedSites } from './sites-file.ts';

interface Following {
  sites: () => ListedSites;
  /** The content that needs no work; undefined: the first one needs it too. */
  from: ListedSites | undefined;
  /** Handles a new content. A failure is logged once, and retried within a minute, with the newest content by then. */
  work(now: ListedSites, before: ListedSites | undefined): Promise<void>;
  /** A description of the work, for the log. */
  name: string;
  logger: Logger;
  /** How often to compare, milliseconds. The file is polled separately: both together take less than 10 s. */
  lookMs?: number | undefined;
}

/** Works on each change of the sites file, one after the other, until it is closed. */
export function followSites({ sites, from, work, name, logger, lookMs = 1000 }: Following) {
  let [done, failures] = [from, 0];
  async function look(): Promise<void> {
    const now = sites();
    if (now !== done) await work(now, done);
    [done, failures] = [now, 0];
  }
  return repeated(look, {
    // It may fail for months: this user may lack the right to write.
    pauseAfter: () => Math.min(lookMs * 2 ** failures, 60_000),
    failed: (err) => failures++ || logger.warn({ err }, `${name} failed; retrying`),
  });
}
