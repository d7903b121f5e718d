import { chosenPageviews, chosenSessions, holdsTime, type Range } from '../chosen.ts';
import { rounded } from '../rounded.ts';
import { bucketStarts, type Granularity, localIso } from '../wall-clock.ts';
import { goalsOf } from './goals.ts';
import { bounceRate, duration } from './overview.ts';
import { distinct, type ReportBody, type ResolvedRequest, sum } from './report.ts';

const twoDays = 48 * 3_600_000;

/** By default, hours for up to two days, else days. */
export const granularityOf = ({ start, end }: Range, requested: Granularity | undefined): Granularity =>
  requested ?? (end - start <= twoDays ? 'hour' : 'day');

/** The counts of each hour, day, week or month that overlaps the period, without the part outside it. */
export function pageviewsOverTime(request: ResolvedRequest): ReportBody {
  const { site, range, timezone, filters, granularity: requested } = request;
  const goals = goalsOf(request);
  const granularity = granularityOf(range, requested);
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  const starts = bucketStarts(range.start, range.end, granularity, timezone);
  return {
    meta: { granularity },
    data: starts.map((start, index) => {
      const bucket = { start, end: starts[index + 1] ?? range.end };
      const views = pageviews.filter((pageview) => holdsTime(bucket, pageview.entered_at));
      const visitors = distinct(views.map((view) => view.visitor_id));
      const since = Math.max(start, range.start);
      const known = views.filter(({ visitor_id }) => (site.firstSeen.get(visitor_id) ?? since) < since);
      const returning = distinct(known.map(({ visitor_id }) => visitor_id));
      const began = sessions.filter((session) => holdsTime(bucket, session.first_seen_at));
      return {
        bucket: localIso(start, timezone),
        pageviews: views.length,
        unique_visitors: visitors,
        new_visitors: visitors - returning,
        returning_visitors: returning,
        sessions: began.length,
        bounce_rate: bounceRate(began),
        avg_session_duration_seconds: rounded(sum(began.map(duration)), 1000 * began.length),
        views_per_session: rounded(views.length, began.length),
        ...goals(({ at }) => holdsTime(bucket, at), visitors),
      };
    }),
  };
}
