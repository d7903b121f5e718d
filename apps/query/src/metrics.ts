/** `part` of `whole` in percent, 0 to 100 with two decimals; null when there is nothing to divide by. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((100 * part) / whole, 2);
}

/** `sum / count`, rounded; null when there is nothing to divide by. */
export function mean(sum: number, count: number, decimals: 0 | 2): number | null {
  return count === 0 ? null : rounded(sum / count, decimals);
}

function rounded(value: number, decimals: 0 | 2): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
