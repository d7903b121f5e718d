/** Longer than a focused page ever goes unasked: more means that the machine slept in between. */
const longestMs = 65_000;

let total = 0;
let since = 0;
let runs = false;

/** Whether the page is in front. A prerendered one is not. */
export function isShown(): boolean {
  return !document.hidden;
}

/**
 * Milliseconds for which the page has been visible and focused. To be asked at least once a minute, and whenever that
 * may have changed.
 */
export function focusTime(): number {
  const now = performance.now();
  if (runs) total += Math.min(now - since, longestMs);
  since = now;
  runs = isShown() && document.hasFocus();
  return Math.round(total);
}
