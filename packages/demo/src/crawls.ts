import type { CrawlRow, PingRow } from '@tallyhouse/ping';
import crawlers from './crawlers.json';
import { type Random, seeded } from './random.ts';
import { dayMs } from './rhythm.ts';
import { blog } from './site.ts';

/** The share of readers whose browser blocks the tracker. */
const blocked = 0.14;
/** Missing pages that crawlers still request. */
const gone = ['/2019/sourdough', '/feed', '/recipes/print'];

/** A number shared by a view and its line in the log. */
export const viewHashOf = (pageview: string) => Number.parseInt(pageview.slice(-8), 16) >>> 0 || 1;

/**
 * The log of the blog's server on a day: its crawlers, and a line for each view, with or without the tracker. Always the same ones.
 * @param pings of the day
 */
export function crawlsOfDay(day: number, pings: readonly PingRow[]): CrawlRow[] {
  const views = pings.filter(
    ({ site_id, type, event }) => site_id === blog.id && type === 'view' && event === '',
  );
  return [...views.flatMap(linesOf), ...crawlers.flatMap((crawler) => readsOf(crawler, day))];
}

function rowOf(id: string, at: number, parts: Partial<CrawlRow>): CrawlRow {
  return {
    ...{ id, site_id: blog.id, occurred_at: at, received_at: at, class: 'crawler', seen_by: 'log' },
    ...{
      hostname: blog.host,
      page_path: '/',
      status: 200,
      name: '',
      operator: '',
      purpose: '',
      verified: null,
    },
    ...{ browser: '', ip: '', user_agent: '', referrer: '', view_hash: 0 },
    ...parts,
  };
}

function linesOf({ pageview_id, pinged_at, page_path, browser, view_hash }: PingRow): CrawlRow[] {
  const random = seeded('line', pageview_id);
  const person = { class: 'person', page_path, browser, view_hash } as const;
  const line = rowOf(`view-${pageview_id}`, pinged_at - 150 - Math.floor(random() * 900), person);
  if (random() > blocked) return [line];
  const at = line.occurred_at + Math.floor(random() * 3_600_000);
  return [
    line,
    rowOf(`unseen-${pageview_id}`, at, { ...person, browser: 'Firefox', view_hash: (view_hash ^ 1) >>> 0 }),
  ];
}

function readsOf(crawler: (typeof crawlers)[number], day: number): CrawlRow[] {
  const { name, operator, purpose, verified, reads, every } = crawler;
  if (day % every !== 0) return [];
  const random = seeded('crawler', name, day);
  return Array.from({ length: Math.round(reads * (0.7 + 0.6 * random())) }, (_, index) => {
    const missing = name !== 'UptimeRobot' && random() < 0.07;
    return rowOf(`${name}-${day}-${index}`, day * dayMs + Math.floor(random() * dayMs), {
      ...{ name, operator, purpose },
      page_path: name === 'UptimeRobot' ? '/' : missing ? one(gone, random) : blog.article(random).path,
      status: missing ? 404 : 200,
      verified: verified === null ? null : random() < verified,
      user_agent: `Mozilla/5.0 (compatible; ${name}/1.0)`,
    });
  });
}

const one = (list: readonly string[], random: Random) => list[Math.floor(random() * list.length)] ?? '/';
