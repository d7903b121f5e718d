/** `1 row`, `1,204 rows`. */
export function many(count: number | bigint, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 || count === 1n ? '' : 's'}`;
}
