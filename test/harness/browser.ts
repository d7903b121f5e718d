import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from './machine.ts';

/** As a person's browser calls itself; headless Chromium's own name is rightly taken for a bot's. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Opens real headless Chromium with an empty profile for what `use` does, and closes it. */
export async function withBrowser<Result>(
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no Chromium; npm test installs it');
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Not the context's option: that one is forgotten for pings sent while a page is left.
      `--user-agent=${userAgent}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    return await use(await browser.newContext());
  } finally {
    await browser.close();
  }
}
