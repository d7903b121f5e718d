/**
 * The browser script: `<script defer src="https://.../tracker.js" data-site="blog"></script>`.
 * Sends a `view` when the page is entered, and `engage` pings with running totals of focus time and scroll depth
 * while it is used and when it is hidden or left. Totals, not increments: a ping that is lost loses nothing.
 *
 * The modules keep the state of the page, of which there is one: names of functions get short, those of fields do not.
 */
import type { Api, Call } from './api.ts';
import { focusTime, isShown } from './clock.ts';
import { onNavigation } from './navigation.ts';
import { hasOptedOut, optIn, optOut } from './opt-out.ts';
import { options, readOptionsOf } from './options.ts';
import { canonicalPath, pathInAddress } from './page-path.ts';
import { attend, enter, leave, rename } from './pageviews.ts';
import { lookAtScroll } from './scroll.ts';

const script = document.currentScript;
const waiting = window.tallyhouse || [];
// Loaded twice, it counts once: then the array has made way for the API.
if (script && 'src' in script && Array.isArray(waiting)) track(script, waiting);

function track(script: HTMLScriptElement, waiting: readonly Call[]): void {
  readOptionsOf(script);
  if (!('site' in options)) {
    // biome-ignore lint/suspicious/noConsole: whoever wrote the tag looks there
    console.warn('tallyhouse: no data-site');
  }
  let address = pathInAddress();
  let page = canonicalPath() || address;

  const api: Api = {
    view: (path = page) => enter(path),
    optOut() {
      optOut();
      // Ends the view without a word, and begins none.
      enter(page);
    },
    optIn() {
      const wasOut = hasOptedOut();
      optIn();
      if (wasOut) enter(page);
    },
    push: ([name, path]) => api[name](path),
  };
  window.tallyhouse = api;

  addEventListener('focus', focusTime);
  addEventListener('blur', focusTime);
  addEventListener('scroll', lookAtScroll);
  addEventListener('visibilitychange', () => (isShown() ? attend() : leave()), true);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && enter(page));
  onNavigation((replaced) => {
    const next = pathInAddress();
    if (next === address) return;
    page = address = next;
    if (!replaced || !rename(page)) enter(page);
  });

  enter(page);
  waiting.forEach(api.push);
}
