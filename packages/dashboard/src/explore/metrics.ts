import type { QueryRow } from '../api/reports.ts';
import { count, type MetricKind, metrics } from '../charts/metrics.ts';
import { exact, formatMoney } from '../format/money.tsx';
import { formatMilliseconds, formatPercent, none } from '../format/numbers.ts';
import { onFirstUse } from '../format/on-first-use.ts';
import { messages } from '../words/words.ts';

export type Value = QueryRow[string] | undefined;

/** The metrics of the API. Besides them there is one of revenue for each currency. */
type Kind = Pick<MetricKind, 'words' | 'format' | 'isCount'>;

const kinds = onFirstUse(
  (): Readonly<Record<string, Kind>> => ({
    visits: count(messages.numbers.names.visits),
    visitors: count(messages.numbers.names.visitors),
    new_visitors: count(messages.numbers.names.new_visitors),
    pageviews: count(messages.numbers.names.pageviews),
    views_per_visit: metrics().views_per_session,
    bounce_rate: metrics().bounce_rate,
    visit_duration_seconds: metrics().avg_session_duration_seconds,
    focus_time_ms: { words: messages.numbers.names.focus_time, format: formatMilliseconds },
    scroll_depth: { words: messages.numbers.names.scroll_depth, format: formatPercent },
    events: count(messages.numbers.names.events),
    conversions: count(messages.numbers.names.conversions),
    conversion_rate: { words: messages.numbers.names.conversion_rate, format: formatPercent },
  }),
);
export const metricNames = () => Object.keys(kinds());

/** @returns undefined for a metric that is no revenue */
export const currencyOf = (metric: string) => /^revenue\.([A-Z]{3})$/.exec(metric)?.[1];

export const metricWords = (name: string) =>
  currencyOf(name) === undefined
    ? (kinds()[name]?.words ?? name)
    : messages.numbers.inCurrency(messages.numbers.names.revenue, currencyOf(name) ?? '');

/** A value for readers. */
export function metricText(name: string, value: Value): string {
  if (value === undefined || value === null) return none;
  return kinds()[name]?.format(Number(value)) ?? formatMoney(currencyOf(name) ?? '', exact(`${value}`));
}

/** The value of a row that is not there: 0 of counts, none of rates. */
export const missing = (name: string) => (kinds()[name]?.isCount || currencyOf(name) ? 0 : null);
