/** Calls back when a single-page app may have gone to another page; `replaced` when it corrected the current one. */
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
  // Comes for a new fragment too.
  addEventListener('popstate', () => navigated());
}
