/** Words in the visible text of the element, or of the page without a match; undefined without any, and for an invalid selector. */
export const wordsIn = (selector: string): number | undefined => {
  try {
    const element = document.querySelector<HTMLElement>(selector) || document.body;
    // Each character of Chinese or Japanese, which have no spaces between words, counts as a word.
    // Without any there is no match, and it throws.
    // biome-ignore lint/performance/useDomNodeTextContent: it includes the text of scripts and hidden elements
    return (element.innerText.match(/[^\s\u3040-\u9fff]+|\S/g) as string[]).length;
  } catch {}
  return undefined;
};
