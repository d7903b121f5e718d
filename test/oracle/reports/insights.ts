import { chosenPageviews, chosenSessions, type Range } from '../chosen.ts';
import { percentage, rounded } from '../rounded.ts';
import { bounced, duration } from './overview.ts';
import { distinct, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** A fraction of whole numbers, so that differences are exact. */
export type Fraction = readonly [numerator: number, denominator: number];

/** Has no value. */
export const nothing: Fraction = [0, 0];

/** Each metric of a period, compared with that of another one. */
export function insights(request: ResolvedRequest): ReportBody {
  const { range, compared: before } = request;
  const current = metrics(request, range);
  const previous = before && metrics(request, before);
  const names = Object.keys(current) as (keyof typeof current)[];
  return {
    meta: {
      compare: before && {
        start: new Date(before.start).toISOString(),
        end: new Date(before.end).toISOString(),
      },
    },
    data: Object.fromEntries(
      names.map((name) => [name, compared(current[name], previous?.[name] ?? nothing)]),
    ),
  };
}

function metrics({ site, filters }: ResolvedRequest, range: Range) {
  const pageviews = chosenPageviews(site, range, filters);
  const sessions = chosenSessions(site, range, filters);
  const visitors = [...new Set(pageviews.map((pageview) => pageview.visitor_id))];
  const returning = visitors.filter((visitor) =>
    site.pings.some((ping) => ping.visitor_id === visitor && ping.pinged_at < range.start),
  );
  return {
    pageviews: [pageviews.length, 1],
    unique_visitors: [distinct(visitors), 1],
    sessions: [sessions.length, 1],
    bounce_rate: [100 * sessions.filter(bounced).length, sessions.length],
    avg_session_duration_seconds: [sum(sessions.map(duration)), 1000 * sessions.length],
    views_per_session: [pageviews.length, sessions.length],
    returning_visitor_percentage: [100 * returning.length, visitors.length],
  } satisfies Record<string, Fraction>;
}

/** A metric of a period beside that of another one. */
export function compared(current: Fraction, previous: Fraction) {
  const [[a, b], [c, d]] = [current, previous];
  return {
    current: rounded(a, b),
    previous: rounded(c, d),
    change: rounded(a * d - c * b, b * d),
    // A rate over nothing has no value, and no growth.
    growth_rate: b === 0 || d === 0 ? null : percentage(a * d - c * b, b * c),
  };
}
