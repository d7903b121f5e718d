/** The metrics of /query, each a sum or a rate of numbers that queries of facts count (facts.ts). */
import { currencyCode } from '@tallyhouse/ping';

/** What queries of facts count; also revenue by currency: `amount_EUR`. */
export type NumberName =
  | 'visits'
  | 'bounces'
  | 'duration_ms'
  | 'views'
  | 'focus_time_ms'
  | 'scroll_depth'
  | 'visitors'
  | 'new_visitors'
  | 'events'
  | 'conversions'
  | 'converting_visitors'
  | `amount_${string}`;

export interface Metric {
  description: string;
  reads: readonly NumberName[];
  /** SQL of the value, unrounded. */
  value: string;
  /** The denominator of a rate; the rate is null when it is 0. */
  over?: NumberName;
  decimals?: 0 | 2;
  /** Set for exact decimals, which are strings in responses. */
  decimal?: true;
}

const count = (description: string, name: NumberName): Metric => ({
  description,
  reads: [name],
  value: name,
});

const rate = (
  description: string,
  [sum, factor, over]: [NumberName, string, NumberName],
  decimals: 0 | 2 = 2,
): Metric => ({ description, reads: [sum, over], value: `${factor}${sum} / ${over}`, over, decimals });

const named: Readonly<Record<string, Metric>> = {
  visits: count('Sessions that began in the period.', 'visits'),
  bounce_rate: rate('Sessions with exactly one pageview, percent of the visits.', [
    'bounces',
    '100 * ',
    'visits',
  ]),
  visit_duration_seconds: {
    ...rate('Mean of last ping - first ping of the visits.', ['duration_ms', '', 'visits']),
    value: 'duration_ms / 1000 / visits',
  },
  pageviews: count('Pageviews of the period.', 'views'),
  focus_time_ms: rate(
    'Mean focus time of the pageviews, whole milliseconds.',
    ['focus_time_ms', '', 'views'],
    0,
  ),
  scroll_depth: rate('Mean scroll depth of the pageviews, 0 to 100.', ['scroll_depth', '', 'views']),
  views_per_visit: rate('Pageviews for each visit.', ['views', '', 'visits']),
  visitors: count(
    'Distinct visitors: of the visits with a dimension of sessions, else of the pageviews.',
    'visitors',
  ),
  new_visitors: {
    description: 'Of these visitors, those first seen in the bucket, or without bucket in the period.',
    reads: ['visitors', 'new_visitors'],
    // Estimates of two large sets may differ the wrong way, though one contains the other.
    value: 'least(new_visitors, visitors)',
  },
  events: count('Events of the period.', 'events'),
  conversions: count('Conversions of the goal.', 'conversions'),
  conversion_rate: rate('Converting visitors, percent of the visitors.', [
    'converting_visitors',
    '100 * ',
    'visitors',
  ]),
};

/** The names of metrics, as a regular expression: the list, and `revenue.` with a currency. */
export const metricPattern = `${Object.keys(named).join('|')}|revenue\\.[A-Z]{3}`;

const form = new RegExp(`^(${metricPattern})$`);

/** @returns undefined for an unknown name, or currency */
export function metricOf(name: string): Metric | undefined {
  if (!form.test(name)) return undefined;
  const known = named[name];
  if (known !== undefined) return known;
  const currency = name.slice('revenue.'.length);
  if (currencyCode(currency) === undefined) return undefined;
  const amount = `amount_${currency}` as const;
  return { description: 'Revenue in a currency.', reads: [amount], value: amount, decimal: true };
}

/** Definitions of the metrics, for the API's description. */
export const metricDescriptions: readonly string[] = [
  ...Object.entries(named).map(([name, { description }]) => `${name}: ${description}`),
  'revenue.<currency>: Sum of the revenue in that currency, a decimal text.',
];

/** The metrics that count events: used with rows by `event` or `prop.<name>`. */
export const metricsOfEvents = /^(events|visitors|visits|revenue\..*)$/;

/** The currency of an amount. */
export const currencyOf = (name: NumberName): string | undefined => /^amount_(...)$/.exec(name)?.[1];
