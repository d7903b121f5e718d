import type { ListedSites } from '@tallyhouse/sites';
import type { Browser } from 'playwright-core';
import { type QueryService, startQueryService } from '../api/query-service.ts';
import { openBrowser } from '../harness/browser.ts';
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
}

/**
 * Starts the query service with these pings, and a browser, before a file's tests, and ends both after them.
 * @param listed what a sites file says
 */
export function useDashboard(pings: Pings = traffic, listed?: ListedSites): Dashboard {
  let service: QueryService;
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
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
  };
}
