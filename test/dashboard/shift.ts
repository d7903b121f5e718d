import type { Reader } from './reader.ts';
import type { Dashboard } from './stage.ts';

const sizes = { phone: [390, 844], laptop: [1280, 900], screen: [1920, 1080] } as const;
export type Screen = keyof typeof sizes;

/** Loads an address twice: the second time no layout may shift. @returns who looks at it */
export async function expectNothingMoves(
  open: Dashboard['open'],
  address: string,
  screen: Screen,
): Promise<Reader> {
  const [width, height] = sizes[screen];
  const { reader, page } = await open(address, { viewport: { width, height } });
  await reader.button('More').waitFor();
  await page.addInitScript(`
    window.moved = [];
    new PerformanceObserver((list) => window.moved.push(...list.getEntries().filter((entry) => !entry.hadRecentInput)))
      .observe({ type: 'layout-shift', buffered: true });
  `);
  await page.reload();
  await reader.button('More').waitFor();
  await reader.settled();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shift = await page.evaluate('window.moved.reduce((sum, { value }) => sum + value, 0)');
  expect(Number(shift)).toBeLessThan(0.01);
  return reader;
}
