import { entries } from './entries.ts';

interface Change extends Event {
  navigationType?: string;
}

/**
 * Calls back when a single-page app may have navigated; `replaced` when it replaced the current history entry. It may have done so with
 * the Navigation API, or with `pushState`, a history step or a new fragment, which that notices too. In a browser without it
 * the second file sends such events to the window.
 */
export const onNavigation = (navigated: (change: Change) => void): void => {
  (entries || self).addEventListener('currententrychange', navigated);
};
