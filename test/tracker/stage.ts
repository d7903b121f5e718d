import type { Page } from 'playwright-core';
import { report } from '../flow/visit.ts';
import { openWindow, type Window } from '../harness/chromium.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { type Standalone, sharedStandalone } from '../harness/shared/ask.ts';
import { settle } from './page-clock.ts';
import { openSite, type SiteOptions, type TestSite } from './test-site.ts';

/** The whole service as `npm start` runs it, which all test files share, and a window of the file's own. */
export function useStage() {
  let service: Standalone;
  let window: Window;
  const sites: TestSite[] = [];
  let kept: Page | undefined;
  beforeAll(async () => {
    [service, window] = await Promise.all([sharedStandalone(), openWindow()]);
    window.tabs.setDefaultTimeout(patienceMs);
  });
  afterEach(async () => {
    for (const page of window.tabs.pages().slice(1)) if (page !== kept) await page.close();
    if (kept?.isClosed()) kept = undefined;
    kept?.removeAllListeners();
    await kept?.unrouteAll();
    await kept?.goto('about:blank');
    for (const site of sites.splice(0)) await site.close();
  });
  afterAll(() => window.close());

  /** Opens a tab in front of the others, until the end of the test. */
  async function visit(url: string): Promise<Page> {
    const page = await window.tabs.newPage();
    await page.goto(url);
    return page;
  }
  /** Goes there in a tab that the tests of the file share, which takes half the time of another tab. */
  async function go(url: string): Promise<Page> {
    if (!kept || kept.isClosed()) kept = await window.tabs.newPage();
    await kept.bringToFront();
    await kept.goto(url);
    return kept;
  }
  /** The rows of an export. */
  async function rows(path: string): Promise<Record<string, unknown>[]> {
    const headers = { authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.queryUrl}/api/v1${path}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  }
  return {
    /** Where ingest is, once the tests run. */
    get ingestUrl() {
      return service.ingestUrl;
    },
    /** The tabs of the file's window. */
    get tabs() {
      return window.tabs;
    },
    /** Opens a test site, until the end of the test. */
    async site(options: Omit<SiteOptions, 'ingestUrl'> = {}): Promise<TestSite> {
      const site = await openSite({ ingestUrl: service.ingestUrl, ...options });
      sites.push(site);
      return site;
    },
    visit,
    /** The same, until the view of the page is sent. */
    async visitSettled(url: string): Promise<Page> {
      const page = await visit(url);
      await settle(page);
      return page;
    },
    go,
    /** Visits a page until its view is sent, if it is. */
    async visitAndLeave(url: string): Promise<void> {
      await settle(await go(url));
      await go('about:blank');
    },
    rows,
    /** The data of a report. */
    report: (path: string) => report(service, path),
    /** Waits until a report about the site has these parts: the tables are filled one after another. */
    expectReport({ id }: TestSite, name: string, expected: object, parameters = ''): Promise<void> {
      const parts = (row: object) => expect.objectContaining(row);
      return eventually(
        () => report(service, `/${name}?site_id=${id}${parameters}`),
        Array.isArray(expected) ? expected.map(parts) : parts(expected),
      );
    },
    /** Waits until the site's pageviews, in the order they were entered, have these paths or parts. */
    async expectPageviews({ id }: Pick<TestSite, 'id'>, ...expected: (string | object)[]): Promise<void> {
      const stored = async () => {
        const views = await rows(`/export/pageviews?site_id=${id}&format=jsonl&period=1d`);
        return views.toSorted((a, b) => `${a['entered_at']}`.localeCompare(`${b['entered_at']}`));
      };
      const views = expected.map((view) => (typeof view === 'string' ? { page_path: view } : view));
      await eventually(
        stored,
        views.map((parts) => expect.objectContaining(parts)),
      );
    },
  };
}

const numberThat = (words: string, holds: (actual: number) => boolean) => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (actual: unknown) => typeof actual === 'number' && holds(actual),
  toString: () => words,
  toAsymmetricMatcher: () => words,
});

/** Matches a number within this distance. */
export const within = (tolerance: number, expected: number) =>
  numberThat(`within ${tolerance} of ${expected}`, (actual) => Math.abs(actual - expected) <= tolerance);

export const atLeast = (least: number) => numberThat(`at least ${least}`, (actual) => actual >= least);
