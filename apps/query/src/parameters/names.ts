/** A comma-separated list of distinct names. @returns undefined when it is invalid, or has more or fewer */
export function namesIn(
  text: string,
  { least, most }: { least: number; most: number },
): string[] | undefined {
  const names = text === '' ? [] : text.split(',');
  const isShort = names.length >= least && names.length <= most;
  return isShort && new Set(names).size === names.length ? names : undefined;
}
