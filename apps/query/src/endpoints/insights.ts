import { z } from 'zod';
import { compare as comparedWith, match } from '../parameters/compare.ts';
import { comparedRange } from '../parameters/compared-range.ts';
import { compareEach, ratio } from '../reply/arithmetic.ts';
import { comparedMeta, metaOfCompared } from '../reply/comparison.ts';
import { average, count, percent } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { readTotals, type Totals } from './overview.ts';

/**
 * Schema of a value compared with an earlier one.
 * @param previous schema of the earlier value, which may be missing
 */
function comparison<Value extends z.ZodType>(current: Value, previous: z.ZodType<z.output<Value> | null>) {
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

export const comparedCount = comparison(count(), count().nullable());
export const comparedAverage = comparison(average(), average());
const comparedPercent = comparison(percent(), percent());

/** Schema of the metrics of /overview, each compared with that of an earlier range. */
export const comparedTotals = z.object({
  pageviews: comparedCount,
  unique_visitors: comparedCount,
  sessions: comparedCount,
  bounce_rate: comparedPercent,
  avg_session_duration_seconds: comparedAverage,
  views_per_session: comparedAverage,
  returning_visitor_percentage: comparedPercent,
});

/** The metrics of totals, unrounded: values are rounded after they are compared. */
const metricsOf = ({ pageviews, unique_visitors, sessions, ...totals }: Totals) => ({
  pageviews,
  unique_visitors,
  sessions,
  bounce_rate: ratio(100 * totals.bounces, sessions),
  avg_session_duration_seconds: ratio(totals.duration_ms / 1000, sessions),
  views_per_session: ratio(pageviews, sessions),
  returning_visitor_percentage: ratio(100 * totals.returning_visitors, unique_visitors),
});

/** Compares the totals of two ranges. @param earlier undefined when there is no earlier range */
export const compareTotals = (now: Totals, earlier: Totals | undefined) =>
  compareEach(metricsOf(now), earlier && metricsOf(earlier));

export const insights = defineEndpoint({
  path: '/insights',
  description: 'Changes of the metrics of /overview since the period before, or another one.',
  parameters: { compare: comparedWith, match },
  response: comparedTotals,
  meta: { compare: comparedMeta },
  async respond(request) {
    const { values, range } = request;
    const before = comparedRange(values, range);
    const [now, then] = await Promise.all([
      readTotals(request, range),
      before && readTotals(request, before),
    ]);
    return { data: compareTotals(now, then), meta: { compare: metaOfCompared(before) } };
  },
});
