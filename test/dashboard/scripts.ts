import { minutesAgo, visit } from '../api/present.ts';
import type { Dashboard } from './stage.ts';
import { expectUncut, expectWhole } from './whole.ts';

/** Pages whose paths are in scripts of both directions. */
const paths = ['/مقالات/2026/05/', '/עברית/', '/fr/مقال/page'];

/** A view of each of them. */
export const inScripts = (site_id: string) =>
  paths.map((page_path, index) => {
    const at = minutesAgo(3 + index * 9);
    return { site_id, ...visit(at), pinged_at: at, page_path };
  });

export const timesFit =
  'no time runs over what is next to it, and the parts of a path are in their order in every script';

/** Looks at the newest pageviews of the site `scripts`, in the dashboard and in the report. */
export async function expectTimesFit(open: Dashboard['open']): Promise<void> {
  const { reader, page } = await open('/?site=scripts', { viewport: { width: 1920, height: 1080 } });
  for (const view of ['', 'Realtime']) {
    if (view) await page.getByRole('link', { name: view }).click();
    await page.locator('.recent time').nth(2).waitFor();
    await reader.settled();
    await expectUncut(reader, '.recent time');
    await expectWhole(reader);
    const room =
      '[...document.querySelectorAll(".recent time")].map((one) => one.clientWidth - one.scrollWidth)';
    expect(Math.min(...(await page.evaluate<number[]>(room)))).toBeGreaterThanOrEqual(0);
  }
  for (const path of paths) {
    const places = await page.evaluate<number[]>(`(() => {
      const path = [...document.querySelectorAll('.recent bdi')].find((one) => one.textContent === '${path}');
      const walker = document.createTreeWalker(path, NodeFilter.SHOW_TEXT);
      const lefts = [path.getBoundingClientRect().left];
      while (walker.nextNode())
        for (const { index } of walker.currentNode.data.matchAll(/\\//g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          lefts.push(range.getClientRects()[0].left);
        }
      return lefts.map(Math.round);
    })()`);
    // The first slash is where the path begins.
    expect(places[1]).toBe(places[0]);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
}
