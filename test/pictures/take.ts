/**
 * `npm run pictures`: takes the pictures of the documentation, of the demo as it is now. With a folder as its argument, into that
 * folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser.ts';
import { type PictureService, startPictureService } from './service.ts';

interface Picture {
  name: string;
  search: string;
  width: number;
  height: number;
  /** Only this part of the page. */
  part?: string;
  /** As a phone with a finger has it, in one theme. */
  phone?: boolean;
}

const funnel =
  'site=blog&period=30d&report=funnel&step=page:/&step=page~/bread&step=page:/pricing&step=event:Signup&split=source';
const overview = 'site=blog&period=30d&compare=no';
const page = `site=blog&period=30d&compare=no&page=${encodeURIComponent('/bread/no-knead')}`;
const filtered = `${overview}&filter=source:Google&filter=country!:US`;

const pictures: Picture[] = [
  { name: 'dashboard', search: overview, width: 1280, height: 1340 },
  { name: 'filtered', search: filtered, width: 1280, height: 900 },
  { name: 'page', search: page, width: 1280, height: 1480 },
  { name: 'sites', search: 'period=7d&grouped=1', width: 1280, height: 860 },
  { name: 'wall', search: 'site=blog&report=wall', width: 1280, height: 720 },
  { name: 'events', search: overview, width: 1280, height: 900, part: '.events' },
  { name: 'funnel', search: funnel, width: 1280, height: 950 },
  { name: 'retention', search: 'site=blog&period=90d&report=retention', width: 1280, height: 590 },
  { name: 'crawlers', search: 'site=blog&period=30d&report=crawlers', width: 1280, height: 1200 },
  { name: 'dashboard-phone', search: overview, width: 390, height: 844, phone: true },
];

const out = process.argv[2] ?? 'docs';
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-pictures-'));
const browser = await openBrowser();
let service: PictureService | undefined;
try {
  service = await startPictureService(folder);
  for (const picture of pictures) {
    if (picture.phone) await take(browser, service, picture, 'light', `${out}/${picture.name}.png`);
    else
      for (const theme of ['light', 'dark'] as const)
        await take(browser, service, picture, theme, `${out}/${picture.name}-${theme}.png`);
  }
} finally {
  await browser.close();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function take(
  opened: Browser,
  { url, key }: PictureService,
  { search, width, height, part, phone = false }: Picture,
  colorScheme: 'light' | 'dark',
  path: string,
): Promise<void> {
  const context = await opened.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: phone,
    isMobile: phone,
  });
  const tab = await context.newPage();
  await tab.goto(`${url}?${search}#key=${encodeURIComponent(key)}`);
  await tab.locator('.card, .wall').first().waitFor();
  await tab.waitForLoadState('networkidle');
  while ((await tab.locator('[aria-busy=true], .skeleton').count()) > 0) await tab.waitForTimeout(100);
  // Flags come when they are in view, and fades end.
  await tab.waitForTimeout(1500);
  await (part === undefined ? tab : tab.locator(part)).screenshot({ path });
  process.stdout.write(`${path}\n`);
  await context.close();
}
