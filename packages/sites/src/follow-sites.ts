import type { Logger } from '@tallyhouse/service';
import type { ListedSites } from './sites-file.ts';

interface Following {
  sites: () => ListedSites;
  /** The content that needs no work; undefined: the first one needs it too. */
  from: ListedSites | undefined;
  /** Handles a new content. A failure is retried, with the newest content by then. */
  work(now: ListedSites, before: ListedSites | undefined): Promise<void>;
  /** A description of the work, for the log. */
  name: string;
  logger: Logger;
  /** How often to compare, milliseconds. The file is polled separately: both together take less than 10 s. */
  lookMs?: number | undefined;
}

/** Works on each change of the sites file, one after the other, until it is closed. */
export function followSites({ sites, from, work, name, logger, lookMs = 1000 }: Following) {
  let done = from;
  let working = false;
  async function look(): Promise<void> {
    const now = sites();
    if (now === done || working) return;
    working = true;
    try {
      await work(now, done);
      done = now;
    } catch (error) {
      logger.warn({ err: error }, `${name} failed; retrying`);
    }
    working = false;
  }
  void look();
  const timer = setInterval(look, lookMs).unref();
  return { close: () => clearInterval(timer) };
}
