import { entries } from './entries.ts';
import { load } from './load.ts';
import { root } from './of-document.ts';
import { type Options, options } from './options.ts';
import { page } from './pageviews.ts';

/**
 * The options of the tag, then the visitor's actions since the second file was requested, each with the path of the event, which is lost
 * once the event is over. That file handles these, and every further `push`.
 */
export type Clicks = [Options, ...([action: Event, path: EventTarget[]] | Event | undefined)[]];

/** Where the second file finds them: the API; for an earlier version of the tracker, the file's own tag. */
export interface HasClicks {
  clicks: Clicks;
}

let clicks: Clicks | undefined;

/**
 * Loads the second file when the page needs it: at once, or when an element for it was added before the visitor focuses or clicks anything;
 * an open shadow root may have one. Keeps the actions until the file is there, so that none is lost.
 */
export const loadEventsWhenNeeded = (action?: Event): void => {
  const path = [...(action ? action.composedPath() : root.querySelectorAll('*'))] as Element[];
  if (
    !clicks &&
    (!entries ||
      path.some((node) => node.shadowRoot) ||
      (options.domains && !page) ||
      options.auto ||
      root.querySelector('[data-tallyhouse-event]'))
  ) {
    (self.tallyhouse as Partial<HasClicks>).clicks = clicks = [options];
    void load('__EVENTS_PATH__');
  }
  if (clicks && action) clicks.push([action, path]);
};
