/** The URL, or undefined for text that is none. Once it is compiled, `URL.canParse` of Node 20 and 22 refuses `https://example.com/café`. */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
