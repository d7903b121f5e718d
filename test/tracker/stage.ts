import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { report } from '../flow/visit.ts';
import { openWindow, type Window } from '../harness/chromium.ts';
import { patienceMs } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { startProgram } from '../harness/program.ts';
import { openSite, type SiteOptions, type TestSite } from './test-site.ts';

const key = 'the-key-of-the-tests';

export interface Stage {
  ingestUrl: string;
  window: Window;
  /** Opens a test site, until the stage is cleared. */
  site(options?: Omit<SiteOptions, 'ingestUrl'>): Promise<TestSite>;
  /** Opens a tab in front of the others. */
  visit(url: string): Promise<Page>;
  /** Closes the tabs and sites of a test. */
  clear(): Promise<void>;
  /** The rows of an export, oldest first. */
  rows(path: string): Promise<Record<string, unknown>[]>;
  /** The data of a report. */
  report(path: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The whole service as `npm start` runs it, and a window. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-tracker-'));
  const [query, ingest] = [await freePort(), await freePort()];
  const queryUrl = `http://127.0.0.1:${query}`;
  const ingestUrl = `http://127.0.0.1:${ingest}`;
  const [program, window] = await Promise.all([
    startProgram([process.execPath, 'dist/standalone.js'], {
      env: {
        DATA_DIR: folder,
        API_KEY: key,
        QUERY_PORT: `${query}`,
        INGEST_PORT: `${ingest}`,
        CLICKHOUSE_HTTP_PORT: '0',
        CLICKHOUSE_MEMORY_MB: '1024',
        LOG_LEVEL: 'error',
      },
      readyUrls: [`${queryUrl}/readyz`, `${ingestUrl}/readyz`],
    }),
    openWindow(),
  ]);
  window.tabs.setDefaultTimeout(patienceMs);
  const ask = (path: string) =>
    fetch(`${queryUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const sites: TestSite[] = [];
  const pages: Page[] = [];

  return {
    ingestUrl,
    window,
    async site(options = {}) {
      const site = await openSite({ ingestUrl, ...options });
      sites.push(site);
      return site;
    },
    async visit(url) {
      const page = await window.tabs.newPage();
      pages.push(page);
      await page.goto(url);
      return page;
    },
    async clear() {
      for (const page of pages.splice(0)) await page.close();
      for (const site of sites.splice(0)) await site.close();
    },
    async rows(path) {
      const lines = (await (await ask(path)).text()).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line));
    },
    report: (path) => report({ queryUrl, key }, path),
    async close() {
      await window.close();
      await program.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
