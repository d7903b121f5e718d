import type { Bucket } from '../api/reports.ts';
import { formatCount, formatDecimal, formatDuration, formatPercent, formatShort } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

export interface MetricKind {
  words: string;
  /** The name under which it is defined, if not `words`. */
  about?: string;
  format: (value: number | null) => string;
  /** In the headline and at the axis. */
  short: (value: number | null) => string;
  /** Counts are whole numbers. */
  isCount?: true;
  ofPercentage?: true;
  lessIsBetter?: true;
}

export const count = (words: string): MetricKind => ({
  words,
  format: (value) => formatCount(value ?? 0),
  short: (value) => formatShort(value ?? 0),
  isCount: true,
});

export interface Line extends MetricKind {
  of: (bucket: Bucket) => number | null;
  /** Shorter still, at the axis. */
  atAxis?: (value: number) => string;
  /** The head of its column in files; for a number of a goal, whose buckets are requested with goals. */
  goalKey?: string;
}

/** The new visitors are those who are not returning. */
export type Metric = Exclude<keyof Bucket, 'bucket' | 'new_visitors' | 'goals'>;

export const metrics = (): Readonly<Record<Metric, MetricKind>> => ({
  unique_visitors: count(messages.numbers.names.visitors),
  returning_visitors: count(messages.numbers.names.returning_visitors),
  sessions: count(messages.numbers.names.visits),
  pageviews: count(messages.numbers.names.pageviews),
  views_per_session: {
    words: messages.numbers.names.views_per_visit,
    format: formatDecimal,
    short: formatDecimal,
  },
  bounce_rate: {
    words: messages.numbers.names.bounce_rate,
    format: formatPercent,
    short: formatPercent,
    ofPercentage: true,
    lessIsBetter: true,
  },
  avg_session_duration_seconds: {
    words: messages.numbers.names.visit_duration,
    format: formatDuration,
    short: formatDuration,
  },
});

export const lineOf = (name: Metric): Line => ({ ...metrics()[name], of: (bucket) => bucket[name] });

/** The metrics that the summary shows unchanged, in its order. It shows returning visitors as a percentage. */
export const headlineNames = [
  'unique_visitors',
  'sessions',
  'pageviews',
  'views_per_session',
  'bounce_rate',
  'avg_session_duration_seconds',
] as const satisfies readonly Metric[];

export const metricNames: readonly Metric[] = [...headlineNames, 'returning_visitors'];
