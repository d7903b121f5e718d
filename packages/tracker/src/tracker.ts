/**
 * The browser script: `<script defer src="https://.../tracker.js" data-site="blog"></script>`.
 * Sends a `view` when the page is entered, and `engage` pings with running totals of focus time and scroll depth
 * while it is used and when it is hidden or left. Because they are totals, not increments, a lost ping loses nothing.
 *
 * State is kept in modules, not objects, since there is one page: the minifier shortens names of functions, not of fields.
 * Functions are constants, which take a few bytes less each.
 */
import type { Tallyhouse } from '../tallyhouse.d.ts';
import { focusTime } from './clock.ts';
import { entries } from './entries.ts';
import { event } from './events.ts';
import { loadEventsWhenNeeded } from './events-file.ts';
import { consent } from './ids.ts';
import { hasOptedOut, optIn, optOut } from './opt-out.ts';
import { options, script } from './options.ts';
import { canonicalPath, pathInAddress, plain } from './page-path.ts';
import { attend, page as current, enter, leave, rename, sendAfterView, session } from './pageviews.ts';
import { lookAtScroll } from './scroll.ts';
import { loadVitals, type SendsVitals } from './vitals-file.ts';

// Loaded twice, it counts once. The mark is not on the window, where an element, a form or a frame may have the name.
if (!navigator.tallyhouse) {
  if (script) {
    const waiting = self.tallyhouse;
    let address = pathInAddress();
    let page = address;
    const api: Tallyhouse & SendsVitals = {
      consent,
      event,
      push(call) {
        // Those after a wrong one count.
        try {
          const [name, ...args] = call;
          (api[name as 'view'] as (...args: unknown[]) => void)(...args);
        } catch (error) {
          // biome-ignore lint/suspicious/noConsole: the author of the call looks there
          console.warn(error);
        }
      },
      // The third file learns of each view by it.
      view(path = page) {
        enter(path + '');
        api.send = 0;
      },
      optOut() {
        optOut();
        // Ends the view without reporting, and begins none.
        api.view();
      },
      optIn() {
        if (hasOptedOut()) {
          optIn();
          api.view();
        }
      },
    };
    const notice = (action?: Event) => {
      focusTime();
      loadEventsWhenNeeded(action);
    };

    try {
      if ('canonical' in options) page = canonicalPath();
    } catch {}
    navigator.tallyhouse = self.tallyhouse = api;
    'focus click blur auxclick submit'.split(' ').map((type) => addEventListener(type, notice, true));
    addEventListener('pagehide', leave);
    addEventListener('pageshow', (shown) => {
      // The page is complete, which it was not if the tag has no defer.
      notice();
      if (shown.persisted) api.view();
    });
    addEventListener('scroll', lookAtScroll);
    addEventListener('visibilitychange', attend, true);
    // Without the Navigation API, the second file sends such events to the window.
    (entries || self).addEventListener(
      'currententrychange',
      (change: Event & { navigationType?: string }) => {
        const next = pathInAddress();
        if (plain(next) !== plain(address)) {
          page = address = next;
          (change.navigationType !== 'replace' || !current || session ? api.view : rename)(page);
        }
      },
    );

    api.view();
    notice();
    // Not for pages: the third file measures the view of the load with it.
    api.send = sendAfterView;
    loadVitals();
    try {
      (waiting as unknown as Parameters<Tallyhouse['push']>[0][]).map(api.push);
    } catch {}
  }
}

declare global {
  interface Navigator {
    /** The API of the tracker that counts the page. */
    tallyhouse?: Tallyhouse;
  }
}
