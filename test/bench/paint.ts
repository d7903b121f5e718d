import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { openBrowser } from '../harness/browser.ts';
import { type Line, line, p95Line } from './line.ts';
import { key, type Service } from './service.ts';
import { sites } from './sites/sites.ts';
import type { Sizes } from './sizes.ts';
import { percentile } from './statistics.ts';
import { targets } from './targets.ts';

/** Pages, each with a text that it shows once its numbers are there. */
const pages = [
  {
    name: `the list of ${sites} sites`,
    ofSite: false,
    numbers: '.sites tbody tr',
    target: targets.firstContentOfSites,
  },
  { name: 'the overview of a site', ofSite: true, numbers: '.pages tbody tr', target: targets.firstContent },
];

/** A page's own measurements. Times are milliseconds since its navigation. */
interface Painted {
  /** Chromium's paint entry `first-contentful-paint`. */
  firstContent: number;
  /** The frame after the one in which the first list had its rows. */
  numbers: number;
  /** The sum of all layout shifts until a second later. */
  shift: number;
}

/** Run in the page before its own scripts. */
const watch = (numbers: string) => `
  window.painted = new Promise((done) => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    const end = () => {
      const [{ startTime: firstContent }] = performance.getEntriesByName('first-contentful-paint');
      const numbers = performance.now();
      // Later panels may still move.
      setTimeout(() => done({ firstContent, numbers, shift }), 1000);
    };
    const look = () =>
      requestAnimationFrame(() => {
        if (!document.querySelector(${JSON.stringify(numbers)})) look();
        else requestAnimationFrame(() => setTimeout(end));
      });
    look();
  });
`;

/** Times how a reader sees the dashboard when it is loaded again, with its files in the cache: the first content and the first numbers. */
export async function measurePaint(service: Service, { loads }: Sizes['paint']): Promise<Line[]> {
  const root = service.apiUrl.replace('/api/v1', '/');
  const lines: Line[] = [];
  const [first] = z.array(z.object({ site_id: z.string() })).parse(await service.report('/sites?limit=1'));
  // The site with the most pageviews.
  const site = `?site=${first?.site_id}&period=30d`;
  const browser = await openBrowser();
  for (const { name, ofSite, numbers, target } of pages) {
    const address = `${root}${ofSite ? site : '?period=30d'}#key=${encodeURIComponent(key)}`;
    const loaded = await load(await browser.newContext(), address, numbers, loads);
    const p95 = (of: (one: Painted) => number) => percentile(loaded.map(of), 0.95);
    const shift = Math.max(...loaded.map((one) => one.shift));
    const [firstContent, shown] = [p95((one) => one.firstContent), p95((one) => one.numbers)];
    lines.push(
      p95Line(`${name}, first content`, firstContent, target),
      line(`${name}, numbers, p95`, shown, { unit: ' ms' }),
      line(`${name}, layout shift, most`, shift, targets.layoutShift),
    );
  }
  await browser.close();
  return lines;
}

/** Loads a page once to fill the browser's cache, then repeatedly. */
async function load(
  context: BrowserContext,
  address: string,
  numbers: string,
  loads: number,
): Promise<Painted[]> {
  await context.addInitScript(watch(numbers));
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  const all: Painted[] = [];
  for (let round = 0; round <= loads; round++) {
    if (round > 0) await page.reload();
    const painted = await page.evaluate<Painted>('window.painted');
    if (round > 0) all.push(painted);
  }
  return all;
}
