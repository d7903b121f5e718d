import type { Change } from '../api/reports.ts';

/** The same arithmetic as that of `/insights`. Refunds may leave less than nothing, of which no growth is a share. */
export function changeOf(current: number | null, previous: number | null): Change {
  if (current === null || previous === null) return { current, previous, change: null, growth_rate: null };
  const change = current - previous;
  return { current, previous, change, growth_rate: previous > 0 ? (100 * change) / previous : null };
}
