/** CloudFront encodes spaces and the like; older files encode the percent signs once more. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  const once = decodeOnce(text);
  return text.includes('%25') ? decodeOnce(once) : once;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
