import { z } from 'zod';
import type { Range } from '../parameters/range.ts';
import { mean, percentage } from '../reply/arithmetic.ts';
import { average, count, percent } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsOfPeriod } from './goals/read-goals.ts';
import { bucketRow, bucketTotals, noTotals } from './totals.ts';

export interface Totals extends Readonly<typeof noTotals> {
  returning_visitors: number;
}

export async function readTotals(
  { query }: Pick<ReportContext<Record<never, never>>, 'query'>,
  range: Range,
): Promise<Totals> {
  const { rows } = await query(bucketTotals, bucketRow, { range });
  const totals = rows[0] ?? noTotals;
  // Estimates of two large sets may differ the wrong way, though one contains the other.
  return { ...totals, returning_visitors: Math.max(0, totals.unique_visitors - totals.new_visitors) };
}

const response = z.object({
  pageviews: count(),
  unique_visitors: count().describe('Distinct visitors with a pageview in the period.'),
  sessions: count().describe('Sessions whose first ping is in the period.'),
  bounce_rate: percent().describe('Sessions with exactly one pageview, percent of the sessions.'),
  avg_session_duration_seconds: average().describe('Mean of last ping - first ping, bounces included.'),
  views_per_session: average(),
  returning_visitor_percentage: percent().describe(
    'Visitors with an earlier session, percent of the visitors.',
  ),
  goals: goals(),
});

export const overview = defineEndpoint({
  path: '/overview',
  description: 'Totals: pageviews, visitors, sessions, bounce rate, session duration, returning visitors.',
  parameters: {},
  response,
  async respond(request) {
    const [totals, goalsOf] = await Promise.all([
      readTotals(request, request.range),
      readGoalsOfPeriod(request),
    ]);
    const { pageviews, unique_visitors, sessions } = totals;
    return {
      data: {
        pageviews,
        unique_visitors,
        sessions,
        bounce_rate: percentage(totals.bounces, sessions),
        avg_session_duration_seconds: mean(totals.duration_ms / 1000, sessions, 2),
        views_per_session: mean(pageviews, sessions, 2),
        returning_visitor_percentage: percentage(totals.returning_visitors, unique_visitors),
        ...goalsOf({ visitors: unique_visitors }),
      },
    };
  },
});
