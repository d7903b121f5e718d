import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { key as fullKey } from '../api/present.ts';
import { sharedBrowser } from '../harness/browser.ts';
import type { insertPings } from '../harness/clickhouse.ts';
import type { CrawlParts } from '../harness/crawls.ts';
import { shared } from '../harness/shared/ask.ts';
import { openReader, type Reader, type ReaderOptions } from './reader.ts';

type Pings = Parameters<typeof insertPings>[1];

type Open = (address: string, options?: ReaderOptions) => Promise<Reader>;

/** Opens readers in the shared browser; each test closes its own at its end, when nothing may have been wrong. */
export function useReaders(): Open & { look: Open } {
  let browser: Browser;
  const readers: Reader[] = [];
  /** By the key of the address. */
  const shared = new Map<string, Reader>();
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    const opened = readers.splice(0);
    await Promise.all(opened.map(({ page }) => page.context().close()));
    const all = [...opened, ...shared.values()];
    expect(all.flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
  });
  afterAll(() => browser.close());
  const open: Open = async (address, options) => {
    const reader = await openReader(browser, address, options);
    readers.push(reader);
    return reader;
  };
  return Object.assign(open, {
    async look(address: string) {
      const { search, hash } = new URL(address);
      const reader = shared.get(hash) ?? (await openReader(browser, address));
      if (shared.has(hash)) await reader.begin(search || '/');
      shared.set(hash, reader);
      return reader;
    },
  });
}

const dashboard = z.object({ url: z.string(), desk: z.string(), database: z.string() });

/**
 * The dashboard that the test files share, with `traffic` (traffic.ts) in it.
 * @param pings of sites that this file alone has
 */
export function useDashboard(pings: Pings = []) {
  const open = useReaders();
  const served = { url: '', desk: '', database: '' };
  const send = async (path: string, rows: readonly object[]) => {
    const { status } = await fetch(served.desk + path, { method: 'POST', body: JSON.stringify(rows) });
    expect(status).toBe(200);
  };
  const insert = (more: Pings) => send('/', more);
  beforeAll(async () => {
    Object.assign(served, dashboard.parse(await shared('dashboard')));
    if (pings.length > 0) await insert(pings);
  });
  return Object.assign(served, {
    insert,
    /** Stores requests of pages by crawlers and persons. */
    insertCrawls: (rows: readonly CrawlParts[]) => send('/crawls', rows),
    /** Opens an address of the dashboard, from its path on, in a new profile, signed in with a key, or with none when it is empty. */
    open: (address: string, { key = fullKey, ...options }: ReaderOptions & { key?: string } = {}) =>
      open(`${served.url}${address}${key && `#key=${encodeURIComponent(key)}`}`, options),
    /**
     * Goes to an address in a page that the tests of the file share for one key, and that is loaded once: a load takes more CPU time than
     * most of what tests do. The view is drawn from nothing; what a test before has chosen or kept in the browser is gone.
     */
    look: (address: string, key = fullKey) =>
      open.look(`${served.url}${address}#key=${encodeURIComponent(key)}`),
  });
}

export type Dashboard = ReturnType<typeof useDashboard>;
