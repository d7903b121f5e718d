import { chosenPageviews, chosenSessions, type Range } from '../chosen.ts';
import { percentage, rounded } from '../rounded.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** A fraction of whole numbers, so that differences are exact. */
export type Fraction = readonly [numerator: number, denominator: number];

export function overview(request: ResolvedRequest): ReportBody {
  const totals = metrics(request, request.range);
  const rows = Object.entries(totals).map(([name, fraction]) => [name, rounded(...fraction)]);
  const goals = goalsOf(request)(() => true, totals.unique_visitors[0]);
  return { data: { ...Object.fromEntries(rows), ...goals } };
}

export function metrics({ site, filters }: ResolvedRequest, range: Range) {
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  const visitors = [...new Set(pageviews.map((pageview) => pageview.visitor_id))];
  // A visitor first seen before the first session of the period was first seen before the period.
  const returning = visitors.filter((visitor) => (site.firstSeen.get(visitor) ?? range.start) < range.start);
  return {
    pageviews: [pageviews.length, 1],
    unique_visitors: [visitors.length, 1],
    sessions: [sessions.length, 1],
    bounce_rate: [100 * sessions.filter(bounced).length, sessions.length],
    avg_session_duration_seconds: [sum(sessions.map(duration)), 1000 * sessions.length],
    views_per_session: [pageviews.length, sessions.length],
    returning_visitor_percentage: [100 * returning.length, visitors.length],
  } satisfies Record<string, Fraction>;
}

/** The share of sessions with exactly one pageview ever. */
export const bounceRate = (sessions: Session[]) =>
  percentage(sessions.filter(bounced).length, sessions.length);

const bounced = (session: Session) => session.pageviews.length === 1;

/** Milliseconds from the first ping to the last. */
export const duration = (session: Session) => session.last_seen_at - session.first_seen_at;
