/** Handles a click on a link within the dashboard. Like any link, it opens in another tab on request. */
export const followLink =
  (go: () => void) =>
  (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go();
  };
