/** Starts to measure how long the page is visible and focused. @returns a function that says the milliseconds so far */
export function startClock(): () => number {
  let total = 0;
  let since: number | undefined;

  function update(): void {
    const attended = document.visibilityState === 'visible' && document.hasFocus();
    const now = performance.now();
    if (since !== undefined) total += now - since;
    since = attended ? now : undefined;
  }

  update();
  addEventListener('focus', update);
  addEventListener('blur', update);
  // Capturing: the total must be complete before those who report it hear of the same event.
  document.addEventListener('visibilitychange', update, true);
  return () => {
    update();
    return Math.round(total);
  };
}
