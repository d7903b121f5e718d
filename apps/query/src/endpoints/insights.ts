import { z } from 'zod';
import { compare as comparedWith } from '../parameters/compare.ts';
import { comparedRange } from '../parameters/compared-range.ts';
import { compare, ratio } from '../reply/arithmetic.ts';
import { average, count, instant, isoRange, percent } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { readTotals, type Totals } from './overview.ts';

/**
 * Schema of a value compared with an earlier one.
 * @param previous schema of the earlier value, which may be missing
 */
export function comparison<Value extends z.ZodType>(
  current: Value,
  previous: z.ZodType<z.output<Value> | null>,
) {
  return z.object({
    current,
    previous: previous.describe('null also when there is no earlier period.'),
    change: z.number().nullable().describe('current - previous; in percentage points for a percentage.'),
    growth_rate: z
      .number()
      .nullable()
      .describe('change in percent of previous; null when previous is 0 or either has no value.'),
  });
}

/** Schema of the metrics of /overview, each compared with that of an earlier range. */
export const comparedTotals = z.object({
  pageviews: comparison(count(), count().nullable()),
  unique_visitors: comparison(count(), count().nullable()),
  sessions: comparison(count(), count().nullable()),
  bounce_rate: comparison(percent(), percent()),
  avg_session_duration_seconds: comparison(average(), average()),
  views_per_session: comparison(average(), average()),
  returning_visitor_percentage: comparison(percent(), percent()),
});

/** Schema of `meta.compare`. */
export const comparedMeta = z
  .object({ start: instant, end: instant })
  .nullable()
  .describe('The earlier range, end excluded; null when there is none.');

/** The metrics of a period compared with an earlier one. */
export const insights = defineEndpoint({
  path: '/insights',
  description: 'Changes of the metrics of /overview since the period before, or another one.',
  parameters: { compare: comparedWith },
  response: comparedTotals,
  meta: { compare: comparedMeta },
  async respond(request) {
    const { values, range } = request;
    const before = comparedRange(values.compare, values, range);
    const [now, then] = await Promise.all([
      readTotals(request, range),
      before && readTotals(request, before),
    ]);
    return { data: compareTotals(now, then), meta: { compare: before ? isoRange(before) : null } };
  },
});

/** Compares the totals of two ranges. @param earlier undefined when there is no earlier range */
export function compareTotals(current: Totals, earlier: Totals | undefined): z.output<typeof comparedTotals> {
  const [now, then] = [metricsOf(current), earlier && metricsOf(earlier)];
  return {
    pageviews: compare(now.pageviews, then?.pageviews ?? null),
    unique_visitors: compare(now.unique_visitors, then?.unique_visitors ?? null),
    sessions: compare(now.sessions, then?.sessions ?? null),
    bounce_rate: compare(now.bounce_rate, then?.bounce_rate ?? null),
    avg_session_duration_seconds: compare(now.duration, then?.duration ?? null),
    views_per_session: compare(now.views_per_session, then?.views_per_session ?? null),
    returning_visitor_percentage: compare(now.returning, then?.returning ?? null),
  };
}

/** Unrounded: values are rounded after they are compared. */
const metricsOf = ({ pageviews, unique_visitors, sessions, ...totals }: Totals) => ({
  pageviews,
  unique_visitors,
  sessions,
  bounce_rate: ratio(100 * totals.bounces, sessions),
  duration: ratio(totals.duration_ms / 1000, sessions),
  views_per_session: ratio(pageviews, sessions),
  returning: ratio(100 * totals.returning_visitors, unique_visitors),
});
