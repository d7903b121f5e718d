/** More than the longest interval between two calls on a focused page: more means that the machine slept. */
const longestMs = 65_000;

let total = 0;
let since: number;
let runs = false;

/**
 * Milliseconds for which the page has been visible and focused. Must be called at least once a minute, and whenever
 * that may have changed.
 */
export function focusTime(): number {
  const now = performance.now();
  if (runs) total += Math.min(now - since, longestMs);
  since = now;
  runs = !document.hidden && document.hasFocus();
  return Math.round(total);
}
