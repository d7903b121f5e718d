/**
 * The browser script: `<script defer src="https://.../tracker.js" data-site="blog"></script>`.
 * Sends a `view` when the page is entered, and `engage` pings with running totals of focus time and scroll depth
 * while it is used and when it is hidden or left. Because they are totals, not increments, a lost ping loses nothing.
 *
 * State is kept in modules, not objects, since there is one page: the minifier shortens names of functions, not of fields.
 */
import type { Api, Call } from './api.ts';
import { focusTime } from './clock.ts';
import { onNavigation } from './navigation.ts';
import { hasOptedOut, optIn, optOut } from './opt-out.ts';
import { options, readOptionsOf } from './options.ts';
import { canonicalPath, pathInAddress } from './page-path.ts';
import { attend, enter, leave, rename } from './pageviews.ts';
import { lookAtScroll } from './scroll.ts';

const script = document.currentScript;
const waiting = window.tallyhouse || [];
// Loaded twice, it counts once: the second time, the API has replaced the array.
if (script && 'src' in script && Array.isArray(waiting)) track(script, waiting);

function track(script: HTMLScriptElement, waiting: readonly Call[]): void {
  readOptionsOf(script);
  if (!('site' in options)) {
    // biome-ignore lint/suspicious/noConsole: the author of the tag looks there
    console.warn('tallyhouse: no data-site');
  }
  let address = pathInAddress();
  let page = canonicalPath() || address;

  const api: Api = {
    view: (path = page) => enter(path),
    optOut() {
      optOut();
      // Ends the view without reporting, and begins none.
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
  addEventListener('visibilitychange', () => (document.hidden ? leave() : attend()), true);
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
