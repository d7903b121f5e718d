import type { Ask } from '@tallyhouse/service';
import type { Alert, ListedSites } from '@tallyhouse/sites';

/** A rule, and a site that it watches. */
export interface Watch {
  alert: string;
  rule: Alert;
  site: string;
  /** IANA name of the site's zone. */
  zone: string;
}

/** The state of a rule at a site. */
export interface Verdict extends Watch {
  holds: boolean;
  value: number | null;
  expected: number | null;
  /** When the condition began, if that is known independently; milliseconds since 1970. Another begin may fire again. */
  begin?: number;
}

export interface Situation {
  ask: Ask;
  listed: ListedSites;
  /** Milliseconds since 1970. */
  now: number;
  /** Takes the errors of watches that could not be judged, where others could. */
  failed(errors: readonly unknown[]): void;
}

/** Judges watches of one condition. A watch that cannot be judged, because its site has no such goal, is left out. */
export type Judge = (watches: readonly Watch[], situation: Situation) => Promise<Verdict[]>;

export const rounded = (value: number) => Math.round(value * 100) / 100;
