import type { QueryRow } from '../api/reports.ts';
import { count, type MetricKind, metrics } from '../charts/metrics.ts';
import { moneyIn } from '../format/money.tsx';
import { formatMilliseconds, formatPercent, none } from '../format/numbers.ts';

const revenue = /^revenue\.([A-Z]{3})$/;
const percent = (words: string): MetricKind => ({ words, format: formatPercent, short: formatPercent });

/** The metrics of the API, with their names for readers. Revenue has one for each currency. */
const kinds: Readonly<Record<string, MetricKind>> = {
  visits: count('Visits'),
  visitors: count('Visitors'),
  new_visitors: count('New visitors'),
  pageviews: count('Pageviews'),
  views_per_visit: metrics.views_per_session,
  bounce_rate: metrics.bounce_rate,
  visit_duration_seconds: metrics.avg_session_duration_seconds,
  focus_time_ms: { words: 'Focus time', format: formatMilliseconds, short: formatMilliseconds },
  scroll_depth: percent('Scroll depth'),
  events: count('Events'),
  conversions: count('Conversions'),
  conversion_rate: percent('Conversion rate'),
};

/** Those that can be offered by name. */
export const metricNames = Object.keys(kinds);

/** The name of a metric for readers. */
export function metricWords(name: string): string {
  const [, currency] = revenue.exec(name) ?? [];
  return currency === undefined ? (kinds[name]?.words ?? name) : `Revenue, ${currency}`;
}

/** A value of a metric, for readers. */
export function metricText(name: string, value: QueryRow[string] | undefined): string {
  if (value === undefined || value === null) return none;
  const [, currency] = revenue.exec(name) ?? [];
  if (currency !== undefined) return moneyIn(currency, String(value));
  return kinds[name]?.format(Number(value)) ?? String(value);
}

/** A value as a number, for the length of a bar and the shade of a cell. */
export const sizeOf = (value: QueryRow[string] | undefined): number | null =>
  value === undefined || value === null ? null : Number(value);

export const isRevenue = (name: string) => revenue.test(name);
