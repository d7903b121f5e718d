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
 * Loads the second file when the page needs it: at once, or when an element for it was added before the visitor focuses or clicks anything.
 * Keeps the actions until the file is there, so that none is lost.
 */
export const loadEventsWhenNeeded = (action?: Event): void => {
  if (!clicks && (options.auto || !entries || (options.domains && !page) || isNeeded(action))) {
    (self.tallyhouse as Partial<HasClicks>).clicks = clicks = [options];
    void load('__EVENTS_PATH__');
  }
  if (clicks && action) clicks.push([action, action.composedPath()]);
};

/** Whether the target of an action, at first the document, contains a marked element, or an open shadow root, in which one may be. */
const isNeeded = (action?: Event): boolean => {
  return ((action ? action.composedPath() : [...root.querySelectorAll('*')]) as HTMLElement[]).some(
    (node) => node.shadowRoot || (node.dataset || options)['tallyhouseEvent' as 'site'],
  );
};
