/**
 * An absolute URL; undefined if the text is none. `URL.canParse` is no help: once it is compiled, that of Node 20 and 22
 * refuses `https://example.com/café`.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
