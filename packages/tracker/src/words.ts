import { root } from './of-document.ts';
import { options } from './options.ts';

/**
 * Words in the visible text of the element that the tag names, or of the page without a match.
 * @throws without any words, and for an invalid selector
 */
export const wordsIn = (): number => {
  const element = root.querySelector<HTMLElement>(options.words || 'article') || root;
  // Each character of Chinese or Japanese, which have no spaces between words, counts as a word.
  // biome-ignore lint/performance/useDomNodeTextContent: it includes the text of scripts and hidden elements
  return (element.innerText.match(/[^\s\u3040-\u9fff]+|\S/g) as string[]).length;
};
