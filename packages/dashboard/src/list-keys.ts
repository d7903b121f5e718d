/** The option of a list that an arrow key leads to, round its ends; undefined for any other key. */
export function optionAt(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active < count - 1 ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
}
