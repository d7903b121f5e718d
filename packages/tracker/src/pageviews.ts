import { focusTime, resumedAt, runs } from './clock.ts';
import { refreshIds, sessionId, visitorId } from './ids.ts';
import { isLeftOut } from './left-out.ts';
import { matches } from './matches.ts';
import { ofDocument } from './of-document.ts';
import { hasOptedOut } from './opt-out.ts';
import { options, site } from './options.ts';
import { taggedUrl } from './page-url.ts';
import { post } from './post.ts';
import { lookAtScroll, scrollDepth } from './scroll.ts';
import { leastFocusMs, reportEveryMs, settleMs, slower } from './times.ts';
import { hints } from './user-agent-hints.ts';
import { uuid7 } from './uuid7.ts';
import { wordsIn } from './words.ts';

// Variables without a value here get one before they are used: an initial value would only make the script longer. Their order, and that of
// fields and conditions in the tracker, is one that compresses well.

/** Assigned when the page is visible: a tab in the background is not viewed. */
let pageviewId: string;
/** Events of the view before it is sent: it may yet get another path, or join another tab's session. */
let waiting: object[];
/** The last reported running totals: this, and `focus`. */
let depth: number;
/** The URL of the view before; that of the document until a view is sent. */
let referrer = ofDocument('referrer');
/** The session with which the view was sent; empty until then. */
export let session: string;
/** The viewed page; empty when nothing is counted. */
export let page: string;
let url: string;
let title: string;
let wordCount: number | undefined;
/** The session in which the document was opened: campaign tags count only for it. */
let first: string;
/** The title of the previous view: a single-page app may not have changed it yet. */
let staleTitle: string;
let focus: number;
/** The focus time when the view began. */
let startedAt: number;
let timer: number | undefined;

/** Begins a view, which ends the previous one. */
export const enter = (path: string): void => {
  report();
  startedAt = focusTime();
  wordCount = 0;
  if (first) referrer = url;
  url = taggedUrl();
  waiting = [];
  staleTitle = title;
  title = pageviewId = session = '';
  rename(path);
  attend();
};

/** Changes the path of a view that was not sent yet. */
export const rename = (path: string): void => {
  page = matches(options.exclude || '', path) || hasOptedOut() || isLeftOut() ? '' : path;
};

/** Resumes when the page may have become visible, or waits while it is hidden, like a prerendered page. */
export const attend = (): void => {
  clearTimeout(timer);
  focusTime();
  if (ofDocument('hidden')) leave();
  else if (page) {
    if (!pageviewId) {
      pageviewId = uuid7();
      refreshIds(session);
    }
    reportIn(settleMs);
  }
};

const reportIn = (delay: number): void => {
  timer = setTimeout(() => {
    look();
    // Counting forces a layout of the page, so not when it is left, and not at every report.
    if (delay < reportEveryMs) {
      try {
        wordCount = wordsIn();
      } catch {}
    }
    // Whether the visitor has returned after the session's end: that is reported before there is focus time.
    if (runs) refreshIds(session, true);
    report();
    reportIn(Math.min(slower * delay, reportEveryMs));
  }, delay);
};

/** Reports before the page is hidden or closed, perhaps for the last time. */
export const leave = (): void => {
  clearTimeout(timer);
  look();
  report(true);
};

/** Reads scroll depth and title. Not at the change of a view: the document may already belong to the next one. */
const look = (): void => {
  lookAtScroll(session);
  if (session || staleTitle !== ofDocument('title')) title = ofDocument('title');
};

/** Sends the view, or its newer totals; both if it may be the last report. */
const report = (isLast?: boolean): void => {
  const newFocus = focusTime() - startedAt;
  if (!pageviewId || hasOptedOut() || !page) return;
  if (session === sessionId && newFocus < focus + leastFocusMs && scrollDepth <= depth) return;

  refreshIds(session);
  const isNew = sessionId !== session;
  if (isNew && session) {
    // The visitor returned to the page after the session's end: that is another view, whose time is reported at once.
    isLast = true;
    lookAtScroll(0);
    startedAt = Math.max(resumedAt, startedAt + focus);
    pageviewId = uuid7();
    referrer = url;
  }
  session = sessionId;
  first = first || session;
  if (first !== session) url = url.split('?')[0] as string;
  // The first ping has no totals: a page that is still loading fits into any window.
  focus = isNew ? 0 : newFocus;
  depth = isNew ? 0 : scrollDepth;
  send({
    page_title: title,
    focus_time_ms: focus,
    scroll_depth: depth,
    // Without the query if it is of this site.
    referrer: referrer.split('/')[2] === location.host ? referrer.split('?')[0] : referrer,
    word_count: wordCount,
    type: isNew ? 'view' : 'engage',
    viewport_width: innerWidth,
  });
  waiting.map(send);
  waiting = [];
  if (isNew && isLast) report();
};

/**
 * Sends an event, or web vitals, with the ids of the view, once that is sent. A tab in the background may have no view for hours, so its
 * events do not wait for one; a prerendered page may never be seen, so they do.
 */
export const sendAfterView = (event: object): void => {
  if (page && !hasOptedOut()) {
    if (session || (!pageviewId && !ofDocument('prerendering'))) {
      if (runs || !session) refreshIds(session, true);
      // The visitor returned after the session's end, and nothing but the event has shown it yet.
      if (sessionId !== session) report();
      send(event);
    } else waiting.push(event);
  }
};

/** Sends a ping of the page with these fields and the common ones. */
const send = (fields: object): unknown =>
  post(
    JSON.stringify({
      // Ingest treats a bare # as the end of the path.
      page_path: page.replace('#', '%23'),
      url,
      session_id: visitorId && sessionId,
      site_id: site,
      pageview_id: pageviewId,
      visitor_id: visitorId,
      hints,
      ...fields,
    }),
  );

declare global {
  interface Document {
    prerendering?: boolean;
  }
}
