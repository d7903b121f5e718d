/**
 * Cleans text for ClickHouse, which stores UTF-8: NUL and lone surrogates become U+FFFD, and it is cut to `limit` UTF-16
 * units without splitting a pair.
 */
export function storableText(text: string, limit: number): string {
  const whole = text.length > limit ? cut(text, limit) : text;
  const wellFormed = whole.isWellFormed() ? whole : whole.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

function cut(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  // A slice keeps the whole text in memory; that of a copy keeps only the copy.
  return ` ${text.slice(0, splitsPair ? limit - 1 : limit)}`.slice(1);
}
