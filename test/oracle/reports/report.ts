import type { Range } from '../chosen.ts';
import type { Filter, SessionProperty } from '../filter.ts';
import type { Goal } from '../goal.ts';
import type { Site } from '../site.ts';
import type { Granularity } from '../wall-clock.ts';

/** A request with everything in it resolved. */
export interface ResolvedRequest {
  site: Site;
  /** `site_id` as sent, and whether it is a list, a group or `*`. */
  asked: { text: string; several: boolean };
  /** All sites, which `/sites` lists. */
  sites: Site[];
  range: Range;
  timezone: string;
  filters: Filter[];
  goals: Goal[];
  limit: number;
  offset: number;
  now: number;
  granularity: Granularity | undefined;
  /** The range that `/insights`, `/digest` and `/sites` compare with, if any. */
  compared: Range | null;
  /** The text that `/search` looks for. */
  q: string;
  /** The page of `/pages/:page/engagement`. */
  page: string;
  /** The property of `/breakdown`. */
  dimension: SessionProperty;
  /** The event that reports of one event are about. */
  event: string;
  /** Whether `/events-over-time` is about that event alone. */
  ofEvent: boolean;
  /** The property whose values are listed, if any. */
  property: string | undefined;
  /** Of `/funnel`. */
  steps: Goal[];
  by: 'visitor' | 'session' | undefined;
  within: { text: string; ms: number } | undefined;
  /** Of `/journeys`. */
  depth: number | undefined;
  anchoredAt: { side: 'from' | 'to'; goal: Goal } | undefined;
}

/** The body of a report, with the part of its meta that is specific to it. */
export interface ReportBody {
  meta?: Record<string, unknown>;
  data: unknown;
}

/** The requested part of a list, with the number of all entries. */
export function part<T>(rows: T[], { limit, offset }: ResolvedRequest): ReportBody {
  return { meta: { limit, offset, total: rows.length }, data: rows.slice(offset, offset + limit) };
}

/** Groups items by a key. */
export function groupBy<T>(items: T[], key: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

export const distinct = <T>(items: T[]) => new Set(items).size;

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
