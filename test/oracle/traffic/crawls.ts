import type { CrawlRow, PingRow } from '@tallyhouse/ping';
import { crawlRow } from '../../harness/crawls.ts';
import { hash } from './id.ts';
import { minute } from './moment.ts';

const crawlers = [
  { name: 'GPTBot', operator: 'OpenAI', purpose: 'training', verified: true },
  { name: 'GPTBot', operator: 'OpenAI', purpose: 'training', verified: false },
  { name: 'Googlebot', operator: 'Google', purpose: 'search', verified: false },
  { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', verified: null },
  { name: '=MysteryBot', operator: '', purpose: 'other', verified: null },
];
const before = [0, 1, 700, 30_000, minute, minute + 1, -1, 3 * minute];
const statuses = [200, 200, 200, 304, 404, 503];
const witnesses = ['log', 'log', 'server', 'tracker'] as const;

/** The hash of a view, shared by pings of few pages and browsers. */
export const viewHashOf = (name: string) => 1 + (Number.parseInt(hash(name).slice(0, 4), 16) % 3);

/** Requests in a log: before pings, and around the limit after which a pageview no longer matches. */
export const crawlsOf = (pings: readonly PingRow[]): CrawlRow[] => pings.flatMap(besides);

function besides({ ping_id, event, site_id, page_path, hostname, browser, pinged_at, view_hash }: PingRow) {
  if (event !== '') return [];
  const dice = Buffer.from(hash(`crawls ${ping_id}`), 'hex');
  const one = <T>(list: readonly T[], at: number) => list[(dice[at] ?? 0) % list.length] as T;
  return Array.from({ length: (dice[0] ?? 0) % 4 }, (_, index) => {
    const at = 1 + 6 * index;
    const isPerson = (dice[at] ?? 0) % 3 > 0;
    return crawlRow(
      {
        site_id,
        page_path,
        hostname,
        status: one(statuses, at + 1),
        occurred_at: pinged_at - one(before, at + 2),
        received_at: pinged_at + index,
        seen_by: isPerson ? one(['log', 'server'] as const, at + 3) : one(witnesses, at + 3),
        ...(isPerson
          ? { class: 'person', browser, view_hash: view_hash || viewHashOf(ping_id) }
          : {
              ...one(crawlers, at + 4),
              ip: '192.0.2.1',
              user_agent: '+agent',
              referrer: one(['', '@x'], at + 5),
            }),
      },
      `${ping_id} ${index}`,
    );
  });
}
