/** CloudFront encodes spaces and the like; older files encode the percent signs once more. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  const once = decodeOnce(text);
  return text.includes('%25') ? decodeOnce(once) : once;
}

/** What a client asked for, by CloudFront's fields of path and query: it encodes the percent signs of both, so `%C3` is `%25C3` there. */
export const askedOfCloudFront = (path: string, query: string): string =>
  (query === '' ? path : `${path}?${query}`).replaceAll('%25', '%');

/** Decodes a referrer: its own percent signs are encoded in any file, so that no second pass may follow. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
