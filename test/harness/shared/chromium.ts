import { chromium } from 'playwright-core';
import { chromiumOptions } from '../browser.ts';
import type { Part } from './serve.ts';

/** Real headless Chromium. Its value is the address at which Playwright connects to it. */
export async function startSharedChromium(): Promise<Part> {
  const server = await chromium.launchServer(chromiumOptions());
  return { value: server.wsEndpoint(), stop: () => server.close() };
}
