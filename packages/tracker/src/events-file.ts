import { options, source } from './options.ts';

/** The tag of the second file, tracker-events.js. */
export interface EventsScript extends HTMLScriptElement {
  /**
   * The options of the first tag, then what the visitor has done since the file was asked for. The file handles that, and
   * every further `push`. The start of the script is no action: undefined.
   */
  clicks: [typeof options, ...(Event | undefined)[]];
}

let script: EventsScript | undefined;

/**
 * Loads the second file when the page needs it: at once, or when an element for it was added before the visitor focuses or
 * clicks anything. Keeps the actions until the file is there: none is too early.
 */
export function loadEventsWhenNeeded(action?: Event): void {
  if (!script && ('auto' in options || document.querySelector('[data-tallyhouse-event]'))) {
    script = document.createElement('script') as EventsScript;
    script.src = new URL('__EVENTS_PATH__', source).href;
    script.clicks = [options];
    document.head.append(script);
  }
  if (script) script.clicks.push(action);
}
