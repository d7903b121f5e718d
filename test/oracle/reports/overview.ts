import { chosenPageviews, chosenSessions } from '../chosen.ts';
import { percentage, rounded } from '../rounded.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { distinct, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** The totals of a period. */
export function overview(request: ResolvedRequest): ReportBody {
  const { site, range, filters } = request;
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  const visitors = [...new Set(pageviews.map((pageview) => pageview.visitor_id))];
  // A visitor who came before the first session of the period came before the period.
  const returning = visitors.filter((visitor) => (site.firstSeen.get(visitor) ?? range.start) < range.start);
  return {
    data: {
      pageviews: pageviews.length,
      unique_visitors: distinct(visitors),
      sessions: sessions.length,
      bounce_rate: bounceRate(sessions),
      avg_session_duration_seconds: rounded(sum(sessions.map(duration)), 1000 * sessions.length),
      views_per_session: rounded(pageviews.length, sessions.length),
      returning_visitor_percentage: percentage(returning.length, visitors.length),
      ...goalsOf(request)(() => true, visitors.length),
    },
  };
}

/** The share of sessions with exactly one pageview ever. */
export const bounceRate = (sessions: Session[]) =>
  percentage(sessions.filter(bounced).length, sessions.length);

export const bounced = (session: Session) => session.pageviews.length === 1;

/** Milliseconds from the first ping to the last. */
export const duration = (session: Session) => session.last_seen_at - session.first_seen_at;
