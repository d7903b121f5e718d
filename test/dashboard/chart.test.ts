import type { Page } from 'playwright-core';
import { key } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

const dashboard = useDashboard();

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The positions of the hairline, the dots and the tooltip. Dots of a line without a point there are outside of the plot. */
async function places(page: Page): Promise<{ plot: Box; hairline: Box; tip: Box; dots: Box[] }> {
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox();
    if (found === null) throw new Error(`${selector} is not there`);
    return found;
  };
  const plot = await box('.u-over');
  const dots = await Promise.all((await page.locator('.u-cursor-pt').all()).map((dot) => dot.boundingBox()));
  const inside = dots.flatMap((dot) =>
    dot && dot.x + dot.width / 2 >= plot.x && dot.y + dot.height / 2 >= plot.y ? [dot] : [],
  );
  return { plot, hairline: await box('.hairline'), tip: await box('.tip'), dots: inside };
}

const middle = ({ x, width }: Box) => x + width / 2;

const widths = [1280, 390];
const periods = ['7d', 'today', '30d'];

test.each(widths.flatMap((width) => periods.map((period) => [width, period] as const)))(
  '%i wide, %s: hairline and dots are at one position, and the tooltip is next to it',
  async (width, period) => {
    const reader = await dashboard.open(`${dashboard.url}/?site=blog&period=${period}#key=${key}`, {
      viewport: { width, height: 900 },
      locale: 'en-US',
    });
    const { page } = reader;
    await page.locator('.u-over').waitFor();
    await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
    const plot = await page.locator('.u-over').boundingBox();
    if (plot === null) throw new Error('There is no plot.');
    for (const part of [0, 0.07, 0.2, 0.33, 0.48, 0.52, 0.66, 0.8, 0.93, 1]) {
      const left = plot.x + Math.min(plot.width - 1, Math.max(1, plot.width * part));
      await page.mouse.move(left, plot.y + plot.height / 2);
      await page.locator('.tip').waitFor();
      const { hairline, tip, dots } = await places(page);
      expect(dots.length).toBeGreaterThan(0);
      for (const dot of dots) expect(Math.abs(middle(dot) - middle(hairline))).toBeLessThanOrEqual(1);
      const [from, to] = [
        Math.min(...dots.map(({ x }) => x)),
        Math.max(...dots.map((dot) => dot.x + dot.width)),
      ];
      expect(tip.x >= to || tip.x + tip.width <= from).toBe(true);
      expect(tip.x).toBeGreaterThanOrEqual(0);
      expect(tip.x + tip.width).toBeLessThanOrEqual(width);
    }
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  },
);

test('the tooltip names the metric, both times with their numbers, and the change', async () => {
  const reader = await dashboard.open(`${dashboard.url}/?site=blog&period=7d#key=${key}`, {
    locale: 'en-US',
  });
  const { page } = reader;
  await eventually(() => textOf(page.locator('.legend')), 'Visitors vs. Nov 8 – 14, until 11:15 AM');
  const line = page.getByRole('slider');
  await line.focus();
  await line.press('ArrowLeft');
  await eventually(() => textOf(page.locator('.tip')), 'Visitors +100% Fri, Nov 20 2 Fri, Nov 13 1');
  await line.press('End');
  await eventually(() => textOf(page.locator('.tip')), 'Visitors Sat, Nov 21 so far 1 Sat, Nov 14 0');
  await reader.button('Hours').click();
  await eventually(() => line.getAttribute('aria-valuemax'), '155');
  await line.focus();
  await line.press('Home');
  await line.press('ArrowRight');
  await line.press('ArrowRight');
  await eventually(
    () => line.getAttribute('aria-valuetext'),
    'Sun, Nov 15, 2:00 AM: 0, Sun, Nov 8, 2:00 AM: 0',
  );
  await reader.context.close();
});
