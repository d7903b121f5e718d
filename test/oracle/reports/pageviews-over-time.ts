import { chosenPageviews, chosenSessions, holdsTime } from '../chosen.ts';
import { rounded } from '../rounded.ts';
import { inBuckets } from './buckets.ts';
import { goalsOf } from './goals.ts';
import { bounceRate, duration } from './overview.ts';
import { distinct, type ReportBody, type ResolvedRequest, sum } from './report.ts';

export function pageviewsOverTime(request: ResolvedRequest): ReportBody {
  const { site, range, filters } = request;
  const goals = goalsOf(request);
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  return inBuckets(request, (bucket) => {
    const views = pageviews.filter((pageview) => holdsTime(bucket, pageview.entered_at));
    const visitors = distinct(views.map((view) => view.visitor_id));
    const isKnown = (visitor: string) => (site.firstSeen.get(visitor) ?? bucket.start) < bucket.start;
    const known = views.filter(({ visitor_id }) => isKnown(visitor_id));
    const returning = distinct(known.map(({ visitor_id }) => visitor_id));
    const began = sessions.filter((session) => holdsTime(bucket, session.first_seen_at));
    return {
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
  });
}
