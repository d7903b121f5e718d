import type { Reader } from './reader.ts';
import type { Dashboard } from './stage.ts';

const sizes = { phone: [390, 844], laptop: [1280, 900], screen: [1920, 1080] } as const;
export type Screen = keyof typeof sizes;

/** Loads an address that the page has shown: no layout may shift. @returns who looks at it */
export async function expectNothingMoves(
  look: Dashboard['look'],
  address: string,
  screen: Screen,
): Promise<Reader> {
  const [width, height] = sizes[screen];
  const { reader, page } = await look(address);
  await page.setViewportSize({ width, height });
  await reader.button('More').waitFor();
  await page.addInitScript(`
    if (!window.moved)
      new PerformanceObserver((list) => window.moved.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)))
        .observe({ type: 'layout-shift', buffered: true });
    window.moved ??= [];
  `);
  await page.reload();
  await reader.button('More').waitFor();
  await reader.settled();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shift = await page.evaluate('window.moved.reduce((sum, { value }) => sum + value, 0)');
  expect(Number(shift)).toBeLessThan(0.01);
  return reader;
}
