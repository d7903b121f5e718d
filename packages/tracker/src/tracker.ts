/**
 * The browser script: `<script defer src="https://.../tracker.js" data-site="blog"></script>`.
 * Sends a `view` when the page is entered, and `engage` pings with running totals of focus time and scroll depth
 * while it is used and when it is hidden or left. Totals, not increments: a ping that is lost loses nothing.
 */
import { startClock } from './focus-clock.ts';
import { sessionId, uuid7, visitorId } from './ids.ts';
import { deepestScroll } from './scroll.ts';

/** Seconds after entry at which an open page reports: early first, for visits that end without a goodbye. */
const reportAfterSeconds = [5, 15, 30, 60];
const reportEverySeconds = 60;

const script = document.currentScript;
if (script instanceof HTMLScriptElement) track(script);

function track({ src, dataset }: HTMLScriptElement): void {
  const endpoint = dataset['endpoint'] || new URL('/api/ping', src).href;
  const pageviewId = uuid7();
  const focusTime = startClock();
  const scrollDepth = deepestScroll();
  let reported = '';

  function send(type: 'view' | 'engage'): void {
    const totals = { focus_time_ms: focusTime(), scroll_depth: scrollDepth() };
    const news = JSON.stringify(totals);
    if (type === 'engage' && news === reported) return;
    reported = news;
    const ping = {
      site_id: dataset['site'],
      type,
      visitor_id: visitorId(),
      session_id: sessionId(),
      pageview_id: pageviewId,
      url: location.href,
      page_title: document.title,
      referrer: document.referrer,
      ...totals,
    };
    // keepalive lets the request outlive the page; text/plain needs no preflight. A lost ping is not the page's concern.
    fetch(endpoint, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify(ping),
    }).catch(() => {});
  }

  const engage = () => send('engage');
  send('view');
  for (const seconds of reportAfterSeconds) setTimeout(engage, seconds * 1000);
  setInterval(engage, reportEverySeconds * 1000);
  addEventListener('pagehide', engage);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') engage();
  });
}
