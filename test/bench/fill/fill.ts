import type { Service } from '../service.ts';
import sql from './pings.sql';

/** The filled range and sites. Times are milliseconds since 1970. */
export interface Filled {
  siteId: string;
  start: number;
  end: number;
}

const dayMs = 86_400_000;
const seed = 1;
const siteId = 'blog';
/** Of the numbers in pings.sql: views a session, and the share of sessions that are of the one site. */
const [viewsOfSession, shareOfSite] = [2.9, 0.8];
/** Days before the measured range, so that there are returning visitors. */
const daysBefore = 3;
const chunkSessions = 100_000;

/**
 * Fills traffic of `days` days up to now with about so many pageviews of the site in them, through `pings` and its views,
 * as the consumer would. With `sites` the pageviews are those of so many sites, `site-0001` and so on.
 */
export async function fill(
  service: Service,
  {
    pageviews,
    days,
    threads,
    sites = 0,
  }: { pageviews: number; days: number; threads: number; sites?: number },
  progress: (share: number) => void,
): Promise<Filled> {
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const start = end - days * dayMs;
  const range = { start_ms: start - daysBefore * dayMs, range_ms: (days + daysBefore) * dayMs };
  const total = Math.ceil(
    (pageviews / viewsOfSession / (sites > 0 ? 1 : shareOfSite)) * ((days + daysBefore) / days),
  );
  for (let first = 0; first < total; first += chunkSessions) {
    progress(first / total);
    await service.command(sql, {
      ...range,
      seed,
      site_id: siteId,
      sites,
      total_sessions: total,
      first_session: first,
      sessions: Math.min(chunkSessions, total - first),
      threads,
    });
  }
  progress(1);
  return { siteId, start, end };
}

/** Some visitors of the last four minutes, for `/realtime`. */
export async function fillNow(service: Service, sessions: number): Promise<void> {
  await service.command(sql, {
    start_ms: Date.now() - 240_000,
    range_ms: 240_000,
    seed: seed + 1,
    site_id: siteId,
    sites: 0,
    total_sessions: sessions,
    first_session: 0,
    sessions,
    threads: 1,
  });
}
