/** Where the classes of viewports end, CSS pixels: what is wider than all is `xxl`. */
const ends = [
  ['xs', 576],
  ['sm', 768],
  ['md', 992],
  ['lg', 1200],
  ['xl', 1600],
] as const;

/** The class of a viewport by its width in CSS pixels; `''` for 0, which stands for unknown. */
export function screenOf(width: number): string {
  if (width === 0) return '';
  return ends.find(([, end]) => width < end)?.[0] ?? 'xxl';
}
