import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { now } from '../api/query-service.ts';
import { patienceMs } from '../harness/eventually.ts';

/** Someone in front of the dashboard, with a browser profile of their own. */
export interface Reader {
  page: Page;
  context: BrowserContext;
  /** What a browser says when something is wrong, and every request to another origin. Should stay empty. */
  complaints: string[];
  /** The rows of a panel's list, cell by cell. */
  rows(panel: string): Promise<string[][]>;
  /** A number of the summary or of a page's view, with its growth when there is one. */
  figure(name: string): Promise<string>;
  button(name: string | RegExp): Locator;
  /** The sites that the open site switcher offers. */
  siteOptions: Locator;
  /** Goes to another site by its name. */
  chooseSite(name: string): Promise<void>;
}

export interface ReaderOptions extends BrowserContextOptions {
  /** `service` (the default) shows the present of the tests' query service, and goes on. */
  clock?: 'service' | 'real';
}

/** That a report was refused a browser says by itself, and some tests are about that. */
const expected = /status of (401|503)/;

/** Opens the dashboard in a new profile: by default of a person in Amsterdam who reads English. */
export async function openReader(
  browser: Browser,
  address: string,
  { clock = 'service', ...options }: ReaderOptions = {},
): Promise<Reader> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    // An animation that never ends would draw all the time, beside other tests.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('request', (request) => {
    const local =
      request.url().startsWith('blob:') || new URL(request.url()).origin === new URL(address).origin;
    if (!local) complaints.push(request.url());
  });
  const page = await context.newPage();
  if (clock === 'service') await page.clock.install({ time: now });
  await page.goto(address);
  const siteOptions = page.getByRole('listbox', { name: 'Sites' }).getByRole('option');
  return {
    page,
    context,
    complaints,
    async rows(panel) {
      const found = page.getByRole('region', { name: panel, exact: true }).locator('tbody tr');
      const rows = await Promise.all((await found.all()).map((row) => row.locator('> *').allInnerTexts()));
      return rows.map((cells) => cells.map(plain).filter(Boolean));
    },
    async figure(name) {
      const [text = ''] = await page.locator('.figure', { hasText: name }).allInnerTexts();
      return plain(text.replace(name, '').replace(/\n/g, ' '));
    },
    button: (name) => page.getByRole('button', { name }).first(),
    siteOptions,
    async chooseSite(name) {
      await page.getByRole('button', { name: /^Site: / }).click();
      await siteOptions.filter({ has: page.getByText(name, { exact: true }) }).click();
    },
  };
}

/** With simple spaces: some languages have wider and narrower ones between number and sign. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text of what is found once. */
export async function textOf(locator: Locator): Promise<string> {
  return plain((await locator.allInnerTexts()).join(' '));
}
