/** Handles a click on a link within the dashboard. As links do, it opens in another tab when asked to. */
export const followLink =
  (go: () => void) =>
  (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go();
  };
