import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';

/**
 * In the page: what is seen of a box once the elements around it that cut off what does not fit have done so; and of each text
 * below an element the box of its letters.
 */
const boxes = `
  const hides = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
  const seenOf = (element, { left, top, right, bottom }) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== 'none' || style.visibility === 'hidden') return undefined;
      if (!hides(style)) continue;
      const cut = at.getBoundingClientRect();
      [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
      [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : undefined;
  };
  const textsIn = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const text = walker.currentNode.data.trim();
      if (text) for (const box of range.getClientRects()) found.push({ text, box, parent: walker.currentNode.parentElement });
    }
    return found;
  };`;

/** Rows that are seen in part, and texts with something above them. */
const partly = `(() => {${boxes}
  const rows = [...document.querySelectorAll('li, tr')].flatMap((row) => {
    const box = row.getBoundingClientRect();
    const seen = seenOf(row.parentElement, box);
    return seen && seen.bottom - seen.top < box.height - 1 ? ['cut: ' + row.textContent] : [];
  });
  const texts = textsIn(document.body).flatMap(({ text, box, parent }) => {
    const seen = seenOf(parent, box);
    const above = seen && document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
    if (!above || above.contains(parent) || parent.contains(above)) return [];
    return ['covered: ' + text + ', by ' + above.outerHTML.slice(0, 99)];
  });
  return [...rows, ...texts];
})()`;

/** Expects that no row is cut in two, and that nothing covers a text of the window. */
export const expectWhole = ({ page }: Reader) => eventually(() => page.evaluate<string[]>(partly), []);

/** Expects that the texts of all such elements, of which there are some, are seen to their ends. */
export const expectUncut = ({ page }: Reader, selector: string) =>
  eventually(
    () =>
      page.evaluate<string[]>(`(() => {${boxes}
        const texts = [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(textsIn);
        if (texts.length === 0) return ['nothing'];
        return texts.flatMap(({ text, box, parent }) => {
          const seen = seenOf(parent, box);
          return seen && seen.right > box.right - 1 && seen.left < box.left + 1 ? [] : [text];
        });
      })()`),
    [],
  );
