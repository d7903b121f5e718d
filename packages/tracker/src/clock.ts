/** More than the longest interval between two calls on a focused page: more means that the machine slept. */
const longestMs = 65_000;

let total = 0;
let since = 0;
let runs = false;

/** Whether the page is visible. A prerendered page is not. */
export function isShown(): boolean {
  return !document.hidden;
}

/**
 * Milliseconds for which the page has been visible and focused. Must be called at least once a minute, and whenever
 * that may have changed.
 */
export function focusTime(): number {
  const now = performance.now();
  if (runs) total += Math.min(now - since, longestMs);
  since = now;
  runs = isShown() && document.hasFocus();
  return Math.round(total);
}
