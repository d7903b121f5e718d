import { holdsTime, isChosen } from '../chosen.ts';
import { bucketStarts, dateOf, wallTime } from '../wall-clock.ts';
import { distinct, type ReportBody, type ResolvedRequest } from './report.ts';

/** Visitors by the period of their first pageview ever, and how many of them came back in each later period. */
export function retention(request: ResolvedRequest): ReportBody {
  const { site, range, filters, timezone } = request;
  const granularity = request.granularity ?? 'week';
  const starts = bucketStarts(range.start, range.end, granularity, timezone);
  const periods = starts.map((start, index) => ({
    start: Math.max(start, range.start),
    end: starts[index + 1] ?? range.end,
  }));
  const views = site.pageviews.filter(({ session }) => isChosen(session, site, range, filters));
  return {
    meta: { granularity },
    data: periods.map((period, index) => {
      const cohort = [...site.firstSeen].flatMap(([visitor, at]) => (holdsTime(period, at) ? visitor : []));
      return {
        cohort: dateOf(wallTime(starts[index] ?? 0, timezone)),
        visitors: cohort.length,
        returned: periods
          .slice(index)
          .map((later) =>
            distinct(
              views
                .filter((view) => holdsTime(later, view.entered_at) && cohort.includes(view.visitor_id))
                .map((view) => view.visitor_id),
            ),
          ),
      };
    }),
  };
}
