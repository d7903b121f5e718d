import type { ListedSites } from '@tallyhouse/sites';
import type { Browser } from 'playwright-core';
import { key, type QueryService, startQueryService } from '../api/query-service.ts';
import { sharedBrowser } from '../harness/browser.ts';
import { openReader, type Reader, type ReaderOptions } from './reader.ts';
import { traffic } from './traffic.ts';

type Pings = Parameters<QueryService['insert']>[0];

/** A dashboard that the tests of a file share. */
export interface Dashboard {
  /** Where it is served, once the tests run. */
  readonly url: string;
  insert(pings: Pings): Promise<void>;
  /** Opens an address in a new profile of the file's browser. */
  open(address: string, options?: ReaderOptions): Promise<Reader>;
  /** Opens an address of the dashboard, signed in, for what `use` does; nothing may have been wrong at its end. */
  withReader(address: string, use: (reader: Reader) => Promise<void>, options?: ReaderOptions): Promise<void>;
}

/**
 * Starts the query service with these pings, and a browser, before a file's tests, and ends both after them.
 * @param listed what a sites file says
 */
export function useDashboard(pings: Pings = traffic, listed?: ListedSites): Dashboard {
  let service: QueryService;
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
    service = await startQueryService({}, undefined, listed);
    await service.insert(pings);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  return {
    get url() {
      return service.url;
    },
    insert: (more) => service.insert(more),
    open: (address, options) => openReader(browser, address, options),
    async withReader(address, use, options) {
      const reader = await openReader(browser, `${service.url}${address}#key=${key}`, options);
      await use(reader);
      expect(reader.complaints).toEqual([]);
      await reader.context.close();
    },
  };
}
