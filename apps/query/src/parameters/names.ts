/** A list of names between commas, each once. @returns undefined when it is none, or has more or fewer */
export function namesIn(
  text: string,
  { least, most }: { least: number; most: number },
): string[] | undefined {
  const names = text === '' ? [] : text.split(',');
  const isShort = names.length >= least && names.length <= most;
  return isShort && new Set(names).size === names.length ? names : undefined;
}
