import type { Alert, ListedSites } from '@tallyhouse/sites';
import type { Ask } from './ask.ts';

/** A rule, and a site that it watches. */
export interface Watch {
  alert: string;
  rule: Alert;
  site: string;
  /** IANA name of the site's zone. */
  zone: string;
}

/** How things stand with a rule at a site. */
export interface Verdict extends Watch {
  /** Whether the condition of the rule holds. */
  holds: boolean;
  value: number | null;
  expected: number | null;
  /** When the condition began, where that is known by itself; milliseconds since 1970. Another begin is another time to fire. */
  begin?: number;
}

/** A row of /sites: when a site sent last, and its pageviews in parts of the period. */
export interface SiteRow {
  site_id: string;
  last_ping_at: string | null;
  sparkline: readonly number[];
}

export interface Situation {
  ask: Ask;
  listed: ListedSites;
  /** Milliseconds since 1970. */
  now: number;
}

/** Judges watches of one condition. A watch that cannot be judged, because its site has no such goal, is left out. */
export type Judge = (watches: readonly Watch[], situation: Situation) => Promise<Verdict[]>;

export const rounded = (value: number) => Math.round(value * 100) / 100;

/** Items by what they have in common, in their order. */
export function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
