/** The option of a list for an arrow key, wrapping around; undefined for any other key. */
export function optionAt(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active < count - 1 ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
}
