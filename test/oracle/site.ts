import { type CrawlRow, emptyRow, type PingRow } from '@tallyhouse/ping';
import { ascending, by, byBytes, byPing } from './order.ts';
import { crawlsOf } from './traffic/crawls.ts';

/** The history of a site, or of several as one, computed from its pings in memory. */
export interface Site {
  ids: string[];
  /** Each ping once, events included, by time, then id. */
  received: PingRow[];
  pings: PingRow[];
  /** The events that count, by time, then id of their pings. */
  events: Event[];
  /** Requests of pages in a log, in addition to these pings (traffic/crawls.ts). */
  crawls: CrawlRow[];
  /** Time of the last ping, events included. */
  lastPingAt: number | undefined;
  pageviews: Pageview[];
  sessions: Session[];
  /** Time of each visitor's first ping ever. */
  firstSeen: Map<string, number>;
  /** The newest title of each page, whenever it was sent. */
  titles: Map<string, string>;
}

export interface Session {
  session_id: string;
  visitor_id: string;
  /** Its first ping, which has the session's source, country, browser and so on. */
  first: PingRow;
  first_seen_at: number;
  last_seen_at: number;
  /** In the order of entry; ties by id. */
  pageviews: Pageview[];
  /** Whether the visitor was first seen before this session. */
  returning: boolean;
}

/** The first of several events with one id. */
export interface Event {
  ping: PingRow;
  /** The session that it names, if that has a pageview. */
  session: Session | undefined;
  /** The visitor that it names, else that of the session; empty when unknown. */
  visitor_id: string;
  /** Ten thousandths of the currency. */
  amount: bigint;
}

/** The pings of a pageview id in one session: in another session the same id is another pageview. */
export interface Pageview {
  pageview_id: string;
  session: Session;
  visitor_id: string;
  page_path: string;
  referrer: string;
  /** The newest non-empty title; ties by its bytes. */
  title: Title;
  entered_at: number;
  exited_at: number;
  focus_time_ms: number;
  scroll_depth: number;
  /** Words on the page; null when 0. */
  word_count: number | null;
  /** The largest of each. */
  vitals: Readonly<Record<string, number>>;
  view_hash: number;
}

interface Title {
  at: number;
  text: string;
}

const newerTitle = (a: Title, b: Title) =>
  by<Title>(
    ascending((title) => title.at),
    (x, y) => byBytes(x.text, y.text),
  )(a, b) >= 0
    ? a
    : b;

const noTitle: Title = { at: 0, text: '' };

/** Computes one site or several from all of their pings, in any order and with any repetition. */
export function readSite(ids: string[], given: readonly PingRow[]): Site {
  const once = [...new Map(given.map((ping) => [ping.ping_id, ping])).values()];
  const all = once.sort(
    by(
      ascending((ping) => ping.pinged_at),
      (a, b) => byPing(a.ping_id, b.ping_id),
    ),
  );
  const pings = all.filter((ping) => ping.event === '');
  const firstSeen = new Map(
    [...groups(pings, 'visitor_id')].map(([visitor, [first]]) => [visitor, first.pinged_at]),
  );
  const sessions = [...grouped(pings, sessionOf).values()].map((own) => readSession(own, firstSeen));
  const pageviews = sessions.flatMap((session) => session.pageviews);
  return {
    ids,
    received: all,
    crawls: crawlsOf(all),
    pings,
    sessions,
    pageviews,
    firstSeen,
    titles: readTitles(pings),
    events: readEvents(
      all.filter((ping) => ping.event !== ''),
      sessions,
    ),
    lastPingAt: all.at(-1)?.pinged_at,
  };
}

function readEvents(pings: PingRow[], sessions: Session[]): Event[] {
  const known = new Map(sessions.map((session) => [sessionOf(session.first), session]));
  const seen = new Set<string>();
  return pings.flatMap((ping) => {
    const own = `${ping.site_id} ${ping.event_id}`;
    if (ping.event_id !== '' && seen.has(own)) return [];
    seen.add(own);
    const session = known.get(sessionOf(ping));
    const named = ping.visitor_id === emptyRow.visitor_id ? undefined : ping.visitor_id;
    return { ping, session, visitor_id: named ?? session?.visitor_id ?? '', amount: units(ping.amount) };
  });
}

/** A decimal as ten thousandths. */
function units(decimal: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(4, '0')}`);
}

type Some<T> = [T, ...T[]];

/** The identity of a session: ids belong to sites. */
export const sessionOf = ({ site_id, session_id }: Pick<PingRow, 'site_id' | 'session_id'>) =>
  `${site_id} ${session_id}`;

const groups = (pings: PingRow[], id: 'visitor_id' | 'pageview_id' | 'page_path') =>
  grouped(pings, (ping) => ping[id]);

export function grouped<T>(items: T[], key: (item: T) => string): Map<string, Some<T>> {
  const found = new Map<string, Some<T>>();
  for (const item of items) {
    const group = found.get(key(item));
    if (group) group.push(item);
    else found.set(key(item), [item]);
  }
  return found;
}

function readSession(pings: Some<PingRow>, firstSeen: Map<string, number>): Session {
  const [first] = pings;
  const session: Session = {
    session_id: first.session_id,
    visitor_id: first.visitor_id,
    first,
    first_seen_at: first.pinged_at,
    last_seen_at: Math.max(...pings.map((ping) => ping.pinged_at)),
    pageviews: [],
    returning: (firstSeen.get(first.visitor_id) ?? first.pinged_at) < first.pinged_at,
  };
  session.pageviews = [...groups(pings, 'pageview_id').values()]
    .map((own) => readPageview(own, session))
    .sort(
      by(
        ascending((view) => view.entered_at),
        (a, b) => byBytes(a.pageview_id, b.pageview_id),
      ),
    );
  return session;
}

function readTitles(pings: PingRow[]): Map<string, string> {
  const newest = [...groups(pings, 'page_path')].map(([path, own]) => [path, newestTitle(own).text] as const);
  return new Map(newest);
}

function newestTitle(pings: PingRow[]): Title {
  return pings
    .filter((ping) => ping.page_title !== '')
    .map((ping) => ({ at: ping.pinged_at, text: ping.page_title }))
    .reduce(newerTitle, noTitle);
}

function readPageview(pings: Some<PingRow>, session: Session): Pageview {
  const [first] = pings;
  return {
    pageview_id: first.pageview_id,
    session,
    visitor_id: first.visitor_id,
    page_path: first.page_path,
    referrer: first.referrer,
    title: newestTitle(pings),
    entered_at: first.pinged_at,
    exited_at: Math.max(...pings.map((ping) => ping.pinged_at)),
    focus_time_ms: Math.max(...pings.map((ping) => ping.focus_time_ms)),
    scroll_depth: Math.max(...pings.map((ping) => ping.scroll_depth)),
    view_hash: Math.max(...pings.map((ping) => ping.view_hash)),
    word_count: Math.max(...pings.map((ping) => ping.word_count)) || null,
    vitals: Object.fromEntries(
      pings.flatMap((ping) => Object.entries(ping.vitals)).sort(([, a], [, b]) => a - b),
    ),
  };
}
