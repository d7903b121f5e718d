/** Calls back when a single-page app may have navigated; `replaced` when it replaced the current history entry. */
export function onNavigation(navigated: (replaced?: boolean) => void): void {
  (['pushState', 'replaceState'] as const).forEach((change) => {
    const original = history[change];
    history[change] = (...args) => {
      original.apply(history, args);
      navigated(change > 'r');
    };
  });
  // Also fires for a new fragment.
  addEventListener('popstate', () => navigated());
}
