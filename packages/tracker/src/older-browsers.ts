/**
 * In a browser without the Navigation API, reports navigations to the tracker by events on the window like those of that API; first those
 * from before this file was loaded.
 */
export function tellNavigations(): void {
  const tell = (navigationType?: string) =>
    dispatchEvent(Object.assign(new Event('currententrychange'), { navigationType }));
  (['pushState', 'replaceState'] as const).forEach((change) => {
    const original = history[change];
    history[change] = (...args) => {
      original.apply(history, args);
      tell(change.replace('State', ''));
    };
  });
  // Also fires for a new fragment.
  addEventListener('popstate', () => tell());
  tell('replace');
}
