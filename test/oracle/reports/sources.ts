import { chosenSessions } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { bounceRate } from './overview.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The sources of the sessions of a period, by visits, then source and medium. */
export function sources(request: ResolvedRequest): ReportBody {
  const sessions = chosenSessions(request.site, request.range, request.filters);
  const rows = groupBy(sessions, ({ first }) => JSON.stringify([first.source, first.medium]))
    .map((group) => ({
      source: group[0].first.source,
      medium: group[0].first.medium,
      visits: group.length,
      unique_visitors: distinct(group.map((session) => session.visitor_id)),
      bounce_rate: bounceRate(group),
    }))
    .sort(
      by(
        descending((row) => row.visits),
        alphabetical((row) => row.source),
        alphabetical((row) => row.medium),
      ),
    );
  return part(rows, request);
}
