import { sqlTime } from '@tallyhouse/clickhouse';
import type { Service } from '../service.ts';
import crawlsSql from './crawls.sql';
import eventsSql from './events.sql';
import sql from './pings.sql';
import { severalAtOnce } from './several-at-once.ts';
import vitalsSql from './vitals.sql';

/** The filled range and site. Times are milliseconds since 1970. */
export interface Filled {
  siteId: string;
  /** When the traffic begins: some days before the range. */
  first: number;
  start: number;
  end: number;
}

/** The range: the days up to now. */
const days = 30;
const dayMs = 86_400_000;
const seed = 1;
const siteId = 'blog';
/** As in pings.sql: views of a session, and the share of sessions on the one site. */
const [viewsOfSession, shareOfSite] = [2.9, 0.8];
const chunkSessions = 100_000;

export interface Traffic {
  /** The approximate number of the site's pageviews in the range; with `sites`, of all of them. */
  pageviews: number;
  /** Days before the range, which provide returning visitors, and their share of its traffic. */
  before?: { days: number; share: number };
  /** All traffic is in so many of the newest days, and none before the range. */
  newest?: number;
  /** Fills so many sites, `site-0001` and so on, instead of the one. */
  sites?: number;
  /** When the range ends; the last full hour by default. */
  end?: number;
}

/** Fills traffic through `pings` and its views, as the consumer would. */
export async function fill(
  service: Service,
  { pageviews, before = { days: 3, share: 1 }, newest, sites = 0, end = lastFullHour() }: Traffic,
  progress: (share: number) => void = () => {},
): Promise<Filled> {
  const range_ms = (newest ?? days) * dayMs;
  const before_ms = newest === undefined ? before.days * dayMs : 0;
  const first = end - range_ms - before_ms;
  const inRange = Math.ceil(pageviews / viewsOfSession / (sites > 0 ? 1 : shareOfSite));
  const sessions_before = Math.ceil((inRange / range_ms) * before_ms * before.share);
  const total = sessions_before + inRange;
  const firsts = Array.from(
    { length: Math.ceil(total / chunkSessions) },
    (_, index) => index * chunkSessions,
  );
  const range = { start_ms: first, before_ms, range_ms, sessions_before };
  const all = { ...range, seed, site_id: siteId, sites, total_sessions: total };
  // One thread for each.
  await severalAtOnce(2, firsts, async (first_session) => {
    progress(first_session / total);
    const sessions = Math.min(chunkSessions, total - first_session);
    await service.command(sql, { ...all, first_session, sessions });
  });
  progress(1);
  return { siteId, first, start: end - days * dayMs, end };
}

const lastFullHour = () => Math.floor(Date.now() / 3_600_000) * 3_600_000;

/** Visitors of the last four minutes, for `/realtime`. */
export async function fillNow(service: Service, sessions: number): Promise<void> {
  const range = { start_ms: Date.now() - 240_000, before_ms: 0, range_ms: 240_000, sessions_before: 0 };
  const all = { ...range, seed: seed + 1, site_id: siteId, sites: 0, total_sessions: sessions };
  await service.command(sql, { ...all, first_session: 0, sessions });
}

/** Fills events through `pings` and its views, as trackers send them: one for a fifth of the pageviews, in their sessions. */
export async function fillEvents(
  service: Service,
  { first, end }: Pick<Filled, 'first' | 'end'>,
): Promise<void> {
  for (const day of daysOf(first, end)) await service.command(eventsSql, { ...day, seed });
}

/** Fills requests of crawlers. @param crawls how many */
export async function fillCrawls(
  service: Service,
  { first, start, end }: Filled,
  crawls: number,
): Promise<void> {
  const start_ms = Math.max(first, start);
  await service.command(crawlsSql, { site_id: siteId, start_ms, range_ms: end - start_ms, crawls });
}

export async function fillVitals(
  service: Service,
  { first, end }: Pick<Filled, 'first' | 'end'>,
): Promise<void> {
  for (const day of daysOf(first, end)) await service.command(vitalsSql, { ...day, seed });
}

/** The UTC days of a range, as parameters of queries. */
function* daysOf(first: number, end: number) {
  for (let from = Math.floor(first / dayMs) * dayMs; from < end; from += dayMs)
    yield { from: sqlTime(from), until: sqlTime(from + dayMs) };
}
