import { useDashboard } from './stage.ts';

const { open } = useDashboard();

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** Boxes of the plot, the hairline, the tooltip and the dots, at one moment. Dots of a line without a point there are outside of the plot. */
const places = `(() => {
  const [[plot], [hairline], [tip], dots] = ['.u-over', '.hairline', '.tip', '.u-cursor-pt'].map((selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().toJSON()));
  const inside = ({ x, y, width, height }) => x + width / 2 >= plot.x && y + height / 2 >= plot.y;
  return { hairline, tip, dots: dots.filter(inside) };
})()`;

const middle = ({ x, width }: Box) => x + width / 2;

test('hairline and dots are at one position at any width, next to a tooltip, and keys move them', async () => {
  const { reader, page } = await open('/?site=blog&period=7d', { locale: 'en-US' });
  for (const [width, period] of [
    [1280, '7d'],
    [390, 'today'],
    [390, '30d'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await reader.go(`/?site=blog&period=${period}`);
    await page.locator('.u-over').waitFor();
    await reader.settled();
    const plot = await page.locator('.u-over').boundingBox();
    if (plot === null) throw new Error('There is no plot.');
    for (const part of [0, 0.07, 0.2, 0.33, 0.48, 0.52, 0.66, 0.8, 0.93, 1]) {
      const left = plot.x + Math.min(plot.width - 1, Math.max(1, plot.width * part));
      await page.mouse.move(left, plot.y + plot.height / 2);
      await page.locator('.tip').waitFor();
      const { hairline, tip, dots } = await page.evaluate<{ hairline: Box; tip: Box; dots: Box[] }>(places);
      expect(dots.length).toBeGreaterThan(0);
      for (const dot of dots) expect(Math.abs(middle(dot) - middle(hairline))).toBeLessThanOrEqual(1);
      const from = Math.min(...dots.map(({ x }) => x));
      const to = Math.max(...dots.map((dot) => dot.x + dot.width));
      expect(tip.x >= to || tip.x + tip.width <= from).toBe(true);
      expect(tip.x).toBeGreaterThanOrEqual(0);
      expect(tip.x + tip.width).toBeLessThanOrEqual(width);
    }
  }

  // The line is a slider by keyboard, with a tooltip.
  await page.setViewportSize({ width: 1280, height: 900 });
  await reader.go('/?site=blog');
  const line = page.getByRole('slider');
  const at = (words: unknown) => reader.expectSlider('Visitors over time', words);
  await at('Sat Nov 21: 1 Sat Nov 14: 0');
  await reader.expectText('.legend', 'Visitors vs. Sun, Nov 8 – Sat, Nov 14, until 11:15 AM');
  // The tooltip names the metric, both times with their numbers, and the change.
  await line.press('ArrowLeft');
  await at('Fri Nov 20: 2 Fri Nov 13: 1');
  await reader.expectText('.tip', 'Visitors +100% Fri, Nov 20 2 Fri, Nov 13 1');
  await line.press('End');
  await reader.expectText('.tip', 'Visitors Sat, Nov 21 so far 1 Sat, Nov 14 0');
});
