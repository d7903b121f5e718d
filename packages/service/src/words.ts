/** `1 row`, `1,204 rows`. */
export function many(count: number | bigint, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 || count === 1n ? '' : 's'}`;
}

/** `a, b, c`: the first twenty, and the number of others. */
export function listed(names: readonly string[]): string {
  const others = names.length - 20;
  return `${names.slice(0, 20).join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}

/** A text of others for a terminal, on which its control characters would act: each becomes `?`. */
export const printable = (text: string): string => text.replace(/\p{C}/gu, '?');

/** `1.2 GB`. */
export function bytesOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
