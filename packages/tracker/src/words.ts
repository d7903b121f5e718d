/** A character of Chinese or Japanese, which put no space between words, counts as one. */
const words = /[^\s\u3040-\u9fff]+|\S/g;

/** Words in the text that a reader sees of the element, or of the whole page without one; 0 for a selector that is none. */
export function wordsIn(selector: string): number {
  try {
    const element = document.querySelector<HTMLElement>(selector) || document.body;
    // biome-ignore lint/performance/useDomNodeTextContent: that holds the text of scripts and of what is hidden, too
    return (element.innerText.match(words) || []).length;
  } catch {
    return 0;
  }
}
