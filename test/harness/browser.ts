import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { z } from 'zod';
import { patienceMs } from './eventually.ts';
import { findBrowser, findPageBrowser } from './machine.ts';
import { shared } from './shared/ask.ts';

/** The user agent of an ordinary browser; headless Chromium's own counts as a bot's, rightly. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const startTimeoutMs = 300_000;

export const chromiumArgs = [
  // Not the context's option: that one is forgotten for pings sent while a page is left.
  `--user-agent=${userAgent}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser with windows and tabs. @throws an Error when none is installed */
export const browserPath = () => installed(findBrowser());

function installed(path: string | undefined): string {
  if (path === undefined) throw new Error('There is no Chromium; npm test installs it');
  return path;
}

/** How a Chromium for pages starts. @throws an Error when none is installed */
export const chromiumOptions = () => ({
  executablePath: installed(findPageBrowser()),
  args: chromiumArgs,
  timeout: startTimeoutMs,
});

/** Opens real headless Chromium. It is the caller's to close. */
export const openBrowser = (): Promise<Browser> => chromium.launch(chromiumOptions());

/** Connects to the Chromium that all test files share. To close it closes what was opened in it by this caller. */
export async function sharedBrowser(): Promise<Browser> {
  return chromium.connect(z.string().parse(await shared('chromium')), { timeout: startTimeoutMs });
}

/** Opens real headless Chromium with an empty profile for what `use` does, and closes it. */
export async function withBrowser<Result>(
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await sharedBrowser();
  try {
    const context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    return await use(context);
  } finally {
    await browser.close();
  }
}
