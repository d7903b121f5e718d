import type { Range } from '../chosen.ts';
import type { Filter, SessionDimension } from '../filter.ts';
import type { Goal } from '../goal.ts';
import type { Granularity } from '../wall-clock.ts';
import type { DimensionsAndMetrics } from './dimensions-and-metrics.ts';

/** The property that a row of `/vitals` is about. */
export const vitalsKeys = ['page', 'country', 'device_type', 'browser', 'os', 'bucket', undefined] as const;

/** The questions of a request to any report. */
export interface Question {
  range: Range;
  /** As sent; undefined means the previous range, or no comparison of lists. */
  compare: string | undefined;
  /** The range that reports compare with, if any. */
  compared: Range | null;
  match?: 'date' | 'weekday' | undefined;
  sort?: 'rising' | 'falling' | undefined;
  timezone: string;
  filters: Filter[];
  goals: Goal[];
  granularity: Granularity | undefined;
  q: string;
  page: string;
  dimension: SessionDimension;
  /** The event of reports about one event; with `/events-over-time`, whether it is about that event only. */
  event: string;
  ofEvent: boolean;
  /** The property whose values are listed, if any. */
  property: string | undefined;
  /** For `/funnel`. */
  steps: Goal[];
  by: 'visitor' | 'session' | undefined;
  within: { text: string; ms: number } | undefined;
  /** For `/attribution`, which takes one goal. */
  creditedTo?: 'source' | 'medium' | 'channel' | 'utm_campaign' | 'entry_page' | 'country' | undefined;
  model?: 'first' | 'last' | 'last_non_direct' | 'linear' | undefined;
  lookback?: { days: number } | undefined;
  /** For `/vitals`. */
  vitalsBy: (typeof vitalsKeys)[number];
  /** For `/crawlers` and `/coverage`. */
  crawlersBy?: 'name' | 'operator' | 'purpose' | 'page' | undefined;
  coverageBy?: 'page' | 'browser' | 'bucket' | undefined;
  /** For `/journeys`. */
  depth: number | undefined;
  /** For `/query`. */
  question: DimensionsAndMetrics;
  anchoredAt: { side: 'from' | 'to'; goal: Goal } | undefined;
}
