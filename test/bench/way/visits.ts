import { uuid7 } from '../../harness/uuid7.ts';
import userAgents from './user-agents.json';

/** A ping's body as the tracker sends it, and what the browser adds: address and user agent. */
export interface SentPing {
  body: Record<string, unknown>;
  address: string;
  userAgent: string;
}

interface Visitor {
  id: string;
  address: string;
  userAgent: string;
}

interface Visit {
  visitor: Visitor;
  sessionId: string;
  /** Pings to come; each pageview has two. */
  left: number;
  pageviewId: string;
  page: number;
}

/** Concurrent visits, whose pings alternate. */
const openVisits = 2000;
const knownVisitors = 20_000;
const newVisitors = 0.3;
const dayMs = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const referrers = ['', 'https://www.google.com/', 'https://news.ycombinator.com/', 'https://www.bing.com/'];

/**
 * Made-up visits as trackers report them: two pings a pageview, one to twelve pageviews, ids with their time, three in ten visitors
 * new, and an IPv6 address for each visitor.
 */
export function* visits(): Generator<SentPing> {
  let visitors = 0;
  const newVisitor = (ageMs: number): Visitor => {
    visitors++;
    const network = [(visitors >> 16) & 0xffff, visitors & 0xffff].map((part) => part.toString(16)).join(':');
    return {
      id: uuid7(Date.now() - ageMs),
      address: `2001:db8:${network}::${(visitors % 9) + 1}`,
      userAgent: pick(userAgents),
    };
  };
  const known = Array.from({ length: knownVisitors }, () => newVisitor(Math.random() * 90 * dayMs));
  const begin = (): Visit => ({
    visitor: Math.random() < newVisitors ? newVisitor(0) : pick(known),
    sessionId: uuid7(Date.now()),
    // The mean is three pageviews.
    left: 2 * Math.min(12, Math.ceil(-2.6 * Math.log(Math.random()))),
    pageviewId: '',
    page: 0,
  });
  const open = Array.from({ length: openVisits }, begin);
  for (let turn = 0; ; turn = (turn + 1) % openVisits) {
    const visit = open[turn];
    if (visit === undefined) continue;
    yield nextPing(visit);
    if (visit.left === 0) open[turn] = begin();
  }
}

/** Views of articles, each with its own ids: otherwise the log would have only one session. */
export function* articles(): Generator<SentPing> {
  for (;;) {
    const [visitor_id, session_id, pageview_id] = [1, 2, 3].map(() => uuid7(Date.now()));
    const body = {
      site_id: 'blog',
      type: 'view',
      visitor_id,
      session_id,
      pageview_id,
      url: `https://example.org/articles/${Math.floor(Math.random() * 1000)}?utm_source=newsletter`,
      page_title: 'An article of the usual length - Example',
      referrer: 'https://www.google.com/',
      focus_time_ms: 0,
      scroll_depth: 20,
    };
    yield { body, address: '', userAgent: firefox };
  }
}

function nextPing(visit: Visit): SentPing {
  const enters = visit.left % 2 === 0;
  visit.left--;
  const before = visit.page;
  if (enters) {
    visit.pageviewId = uuid7(Date.now());
    // Zipf.
    visit.page = Math.floor(Math.exp(Math.random() * Math.log(3000)));
  }
  const { visitor, sessionId, pageviewId, page } = visit;
  const body = {
    site_id: 'blog',
    type: enters ? 'view' : 'engage',
    visitor_id: visitor.id,
    session_id: sessionId,
    pageview_id: pageviewId,
    url: urlOf(page),
    page_title: `On the subject of ${page}, and what else there is to say about it`,
    referrer: enters && before > 0 ? urlOf(before) : pick(referrers),
    word_count: 200 + page,
    focus_time_ms: enters ? 0 : Math.floor(Math.random() * 60_000),
    scroll_depth: enters ? 0 : 20 + Math.floor(Math.random() * 80),
  };
  return { body, address: visitor.address, userAgent: visitor.userAgent };
}

const urlOf = (page: number) => `https://example.org/articles/${page}-on-the-subject`;

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
