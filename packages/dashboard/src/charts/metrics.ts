import type { Bucket } from '../api/reports.ts';
import { formatCount, formatDecimal, formatDuration, formatPercent, formatShort } from '../format/numbers.ts';

/** A number that the summary shows and that has a value in each bucket of time. */
export interface MetricKind {
  words: string;
  format: (value: number | null) => string;
  /** In the headline and at the axis. */
  short: (value: number | null) => string;
  /** Counts are whole numbers. */
  isCount?: true;
  /** Its change is in points. */
  ofPercentage?: true;
  lessIsBetter?: true;
}

const count = (words: string): MetricKind => ({
  words,
  format: (value) => formatCount(value ?? 0),
  short: (value) => formatShort(value ?? 0),
  isCount: true,
});

export type Metric = Exclude<keyof Bucket, 'bucket'>;

export const metrics: Readonly<Record<Metric, MetricKind>> = {
  unique_visitors: count('Visitors'),
  sessions: count('Visits'),
  pageviews: count('Pageviews'),
  views_per_session: { words: 'Views per visit', format: formatDecimal, short: formatDecimal },
  bounce_rate: {
    words: 'Bounce rate',
    format: formatPercent,
    short: formatPercent,
    ofPercentage: true,
    lessIsBetter: true,
  },
  avg_session_duration_seconds: {
    words: 'Visit duration',
    format: formatDuration,
    short: formatDuration,
  },
};

/** In the order of the summary. */
export const metricNames: readonly Metric[] = [
  'unique_visitors',
  'sessions',
  'pageviews',
  'views_per_session',
  'bounce_rate',
  'avg_session_duration_seconds',
];
