import type { Range } from '../chosen.ts';
import type { Filter, SessionProperty } from '../filter.ts';
import type { Goal } from '../goal.ts';
import type { Granularity } from '../wall-clock.ts';
import type { DimensionsAndMetrics } from './dimensions-and-metrics.ts';

/** What a row of `/vitals` may be about. */
export const vitalsKeys = ['page', 'country', 'device_type', 'browser', 'os', 'bucket', undefined] as const;

/** What a request asks, whatever its report. */
export interface Question {
  range: Range;
  /** As it is sent; undefined means the range before, or no comparison of lists. */
  compare: string | undefined;
  /** The range that reports compare with, if any. */
  compared: Range | null;
  match?: 'date' | 'weekday' | undefined;
  /** The order of compared lists. */
  sort?: 'rising' | 'falling' | undefined;
  timezone: string;
  filters: Filter[];
  goals: Goal[];
  granularity: Granularity | undefined;
  /** The text that `/search` looks for. */
  q: string;
  /** The page of `/pages/:page/engagement`. */
  page: string;
  /** The property of `/breakdown`. */
  dimension: SessionProperty;
  /** The event that reports of one event are about; whether `/events-over-time` is about that event alone. */
  event: string;
  ofEvent: boolean;
  /** The property whose values are listed, if any. */
  property: string | undefined;
  /** Of `/funnel`. */
  steps: Goal[];
  by: 'visitor' | 'session' | undefined;
  within: { text: string; ms: number } | undefined;
  /** Of `/attribution`, which takes one goal. */
  creditedTo?: 'source' | 'medium' | 'channel' | 'utm_campaign' | 'entry_page' | 'country' | undefined;
  model?: 'first' | 'last' | 'last_non_direct' | 'linear' | undefined;
  lookback?: { days: number } | undefined;
  /** Of `/vitals`. */
  vitalsBy: (typeof vitalsKeys)[number];
  /** Of `/crawlers` and `/coverage`. */
  crawlersBy?: 'name' | 'operator' | 'purpose' | 'page' | undefined;
  coverageBy?: 'page' | 'browser' | 'bucket' | undefined;
  /** Of `/journeys`. */
  depth: number | undefined;
  /** Of `/query`. */
  question: DimensionsAndMetrics;
  anchoredAt: { side: 'from' | 'to'; goal: Goal } | undefined;
}
