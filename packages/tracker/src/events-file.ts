import { entries } from './entries.ts';
import { type Options, options, source } from './options.ts';
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
 * Keeps the actions until the file is there, so that none is lost. By `import`, which needs no element that Trusted Types guard, and passes
 * on the nonce of the first tag.
 */
export const loadEventsWhenNeeded = (action?: Event): void => {
  if (!clicks && (!entries || options.auto || (options.domains && !page) || isNeeded(action))) {
    (self.tallyhouse as Partial<HasClicks>).clicks = clicks = [options];
    // biome-ignore lint/suspicious/noConsole: a policy may forbid the file
    import(new URL('__EVENTS_PATH__', source) as unknown as string).catch(console.warn);
  }
  if (clicks && action) clicks.push([action, action.composedPath()]);
};

/** Whether the target of an action, at first the document, contains a marked element, or an open shadow root, in which one may be. */
const isNeeded = (action?: Event): boolean => {
  return ((action ? action.composedPath() : [...document.querySelectorAll('*')]) as HTMLElement[]).some(
    (node) => node.shadowRoot || (node.dataset || options)['tallyhouseEvent' as 'site'],
  );
};
