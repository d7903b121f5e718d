import type { Range } from '../chosen.ts';
import type { Question } from '../request/question.ts';
import { grouped, type Site } from '../site.ts';

/** A resolved request. */
export interface ResolvedRequest extends Question {
  site: Site;
  /** `site_id` as sent, and whether it is a list, a group or `*`. */
  asked: { text: string; several: boolean };
  /** All sites, which `/sites` lists. */
  sites: Site[];
  limit: number;
  offset: number;
  now: number;
}

/** A report's body, with the part of its meta that is specific to it. */
export interface ReportBody {
  meta?: Record<string, unknown>;
  data: unknown;
}

/** The requested part of a list, with the number of all entries. */
export function part<T>(rows: T[], { limit, offset }: ResolvedRequest): ReportBody {
  return { meta: { limit, offset, total: rows.length }, data: rows.slice(offset, offset + limit) };
}

export const groupBy = <T>(items: T[], key: (item: T) => string) => [...grouped(items, key).values()];

export const distinct = <T>(items: T[]) => new Set(items).size;

/** How many visitors rows have, besides unknown ones. */
export const visitorsIn = (rows: readonly { visitor_id: string }[]) =>
  new Set(rows.flatMap(({ visitor_id }) => visitor_id || [])).size;

/** A range, as `meta` has it. */
export const isoOf = ({ start, end }: Range) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
