import { appendFile, readFile } from 'node:fs/promises';
import { isSiteId } from '@tallyhouse/ping';
import type { Logger } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';

/**
 * The sites that have sent pings, so that senders without a key cannot create any number of them. The file keeps the limit over a restart:
 * a known site stays known.
 */
export interface SitesSeen {
  /** Whether a ping without the key may name the site: it is listed or known, or there is room for one more. */
  takes(siteId: string): boolean;
  note(siteId: string): void;
  /** The first sites: those listed, then the others in the order in which they became known. The same set until it changes. */
  first(count: number): ReadonlySet<string>;
  /** Resolves when the file is up to date. */
  close(): Promise<void>;
}

export interface SitesSeenDeps {
  /** One id a line, in the order in which they became known. Undefined: nothing is kept. */
  file: string | undefined;
  /** Known sites that are not in the file yet. */
  known?: readonly string[];
  /** The most sites that are not listed. */
  most: number;
  /** SITES */
  listed: readonly string[];
  sitesNow: () => ListedSites;
  logger: Logger;
}

/** @throws an Error when there is a file that cannot be read */
export async function openSitesSeen(deps: SitesSeenDeps): Promise<SitesSeen> {
  const { file, most, sitesNow, logger } = deps;
  const kept = file === undefined ? '' : await readFile(file, 'utf8').catch(nothingYet);
  // A line without an end was cut by a crash, and an operator may have edited the file.
  const isWhole = kept === '' || kept.endsWith('\n');
  const seen = new Set(kept.split(/\r?\n/).slice(0, -1).filter(isSiteId));
  const add = createAppender(file, isWhole ? '' : '\n', logger);
  let isFullReported = false;

  let madeFor: ListedSites | undefined;
  let listed = new Set<string>();
  let unlisted = 0;
  let first: { count: number; sites: ReadonlySet<string> } | undefined;
  /** Counts again when the sites file has changed. */
  function look(): void {
    const now = sitesNow();
    if (now === madeFor) return;
    madeFor = now;
    listed = new Set([...deps.listed, ...now.sites.keys()]);
    unlisted = 0;
    for (const id of seen) if (!listed.has(id)) unlisted++;
    first = undefined;
  }

  function note(siteId: string): void {
    if (seen.has(siteId)) return;
    look();
    seen.add(siteId);
    if (!listed.has(siteId)) unlisted++;
    if (first && first.sites.size < first.count) first = undefined;
    add(siteId);
  }
  for (const id of deps.known ?? []) note(id);

  return {
    takes(siteId) {
      look();
      if (unlisted < most || seen.has(siteId) || listed.has(siteId)) return true;
      if (!isFullReported) {
        logger.warn(
          { sites: unlisted },
          'SITES_SEEN_MAX is reached; pings without the key for further sites are dropped',
        );
      }
      isFullReported = true;
      return false;
    },
    note,
    first(count) {
      look();
      if (first?.count !== count) first = { count, sites: new Set([...listed, ...seen].slice(0, count)) };
      return first.sites;
    },
    close: () => add.written(),
  };
}

function nothingYet(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw new Error(`SITES_SEEN_FILE cannot be read: ${error.message}`, { cause: error });
}

/** Appends lines to a file, one write at a time. A failed write is logged: its sites are known until the next start. */
function createAppender(file: string | undefined, before: string, logger: Logger) {
  let waiting = before;
  let writing: Promise<void> | undefined;
  async function write(path: string): Promise<void> {
    while (waiting !== '') {
      const text = waiting;
      waiting = '';
      await appendFile(path, text, { mode: 0o600 }).catch((err: unknown) =>
        logger.error({ err }, 'the sites that were seen cannot be written to SITES_SEEN_FILE'),
      );
    }
    writing = undefined;
  }
  const add = (line: string): void => {
    if (file === undefined) return;
    waiting += `${line}\n`;
    writing ??= write(file);
  };
  return Object.assign(add, { written: async () => writing });
}
