import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';

/** In the page: what is seen of a box of an element, as others around it cut off what does not fit; and the texts below an element. */
const tools = `
  const seenOf = (element, { left, top, right, bottom }) => {
    for (let at = element; at; at = at.parentElement) {
      const { clipPath, visibility, overflowX, overflowY } = getComputedStyle(at);
      if (clipPath !== 'none' || visibility === 'hidden') return undefined;
      // What scrolls can be read.
      if (!/hidden|clip/.test(overflowX + overflowY)) continue;
      const cut = at.getBoundingClientRect();
      [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
      [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : undefined;
  };
  const nodesIn = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
    return found;
  };
  const textsIn = (element) => nodesIn(element).flatMap((node) => {
    const { data, parentElement: parent } = node;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => ({ text: data.trim(), box, parent, seen: seenOf(parent, box) }));
  });`;

/** Runs a function body in the page, which has these tools. */
const inPage = <Answer>({ page }: Reader, body: string) =>
  page.evaluate<Answer>(`(() => {${tools}${body}})()`);

/** Waits until a function body returns no problem. */
const expectNone = (reader: Reader, body: string) => eventually(() => inPage(reader, body), []);

/** Expects that no row is cut in two, and that nothing covers a text of the window. */
export const expectWhole = (reader: Reader) =>
  expectNone(
    reader,
    `const rows = [...document.querySelectorAll('li, tr')].filter((row) => {
      const box = row.getBoundingClientRect();
      const seen = seenOf(row.parentElement, box);
      return seen && seen.bottom - seen.top < box.height - 1;
    });
    const covered = textsIn(document.body).filter(({ parent, seen }) => {
      const above = seen && document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
      return above && !above.contains(parent) && !parent.contains(above);
    });
    return [...rows.map((row) => 'cut: ' + row.textContent), ...covered.map(({ text }) => 'covered: ' + text)];`,
  );

type Side = 'left' | 'top' | 'right' | 'bottom';

/** The texts of the elements that a selector finds, with what is seen of each, without those that cannot be seen. */
export const seenTexts = (reader: Reader, selector: string) =>
  inPage<({ text: string } & Record<Side, number>)[]>(
    reader,
    `return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .flatMap(textsIn).flatMap(({ text, seen }) => (seen ? [{ text, ...seen }] : []));`,
  );

/** Expects that the texts of such elements, of which there are some, are seen to their ends. */
export const expectUncut = (reader: Reader, selector: string) =>
  expectNone(
    reader,
    `const texts = [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(textsIn);
    const cut = texts.filter(({ box, seen }) => !seen || seen.right < box.right - 1 || seen.left > box.left + 1);
    return texts.length > 0 ? cut.map(({ text }) => text) : ['nothing is there'];`,
  );

/** Expects that the texts of such elements, of which there are some, are seen from their first letter on. */
export const expectBegun = (reader: Reader, selector: string) =>
  expectNone(
    reader,
    `const texts = [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(nodesIn);
    const hidden = texts.filter((text) => {
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      return !seenOf(text.parentElement, range.getBoundingClientRect());
    });
    return texts.length > 0 ? hidden.map(({ data }) => data) : ['nothing is there'];`,
  );

/** Expects that such elements are in rows with the same number of them. */
export const expectEvenRows = ({ page }: Reader, selector: string) =>
  eventually(async () => {
    const tops = await page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    return new Set([...new Set(tops)].map((top) => tops.filter((one) => one === top).length)).size;
  }, 1);

/** Expects that a finger hits everything: it is 44 pixels high, and wide enough. */
export const expectTouchable = async ({ page }: Reader) =>
  expect(
    await page
      .locator('button:visible, select:visible, input:not([type=checkbox]):visible, nav a:visible')
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          const name = element.getAttribute('aria-label') ?? element.textContent;
          return height < 44 || width < 24 ? [`${name}: ${width} x ${height}`] : [];
        }),
      ),
  ).toEqual([]);
