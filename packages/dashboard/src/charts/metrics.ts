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

const kindOf = (words: string, format: MetricKind['format']): MetricKind => ({
  words,
  format,
  short: format,
});

export const percent = (words: string): MetricKind => ({
  ...kindOf(words, formatPercent),
  ofPercentage: true,
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

export const metrics = (): Readonly<Record<Metric, MetricKind>> => {
  const { names } = messages.numbers;
  return {
    unique_visitors: count(names.visitors),
    returning_visitors: count(names.returning_visitors),
    sessions: count(names.visits),
    pageviews: count(names.pageviews),
    views_per_session: kindOf(names.views_per_visit, formatDecimal),
    bounce_rate: { ...percent(names.bounce_rate), lessIsBetter: true },
    avg_session_duration_seconds: kindOf(names.visit_duration, formatDuration),
  };
};

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
