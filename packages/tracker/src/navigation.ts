/** Calls back when a single-page app may have navigated; `replaced` when it replaced the current history entry. */
export function onNavigation(navigated: (replaced?: boolean) => void): void {
  const { pushState, replaceState } = history;
  history.pushState = (...args) => {
    pushState.call(history, ...args);
    navigated();
  };
  history.replaceState = (...args) => {
    replaceState.call(history, ...args);
    navigated(true);
  };
  // Also fires for a new fragment.
  addEventListener('popstate', () => navigated());
}
