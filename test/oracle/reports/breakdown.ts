import { chosenSessions } from '../chosen.ts';
import { sessionDimensions } from '../filter.ts';
import { mostFirst } from '../order.ts';
import { goalsOf } from './goals.ts';
import { bounceRate } from './overview.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The values of a property of the sessions of a period, by visits, then value. */
export function breakdown(request: ResolvedRequest): ReportBody {
  const sessions = chosenSessions(request.site, request.range, request.filters);
  const property = sessionDimensions[request.dimension];
  const goals = goalsOf(request);
  const rows = groupBy(sessions, property)
    .map((group) => ({
      value: property(group[0]),
      visits: group.length,
      unique_visitors: distinct(group.map((session) => session.visitor_id)),
      bounce_rate: bounceRate(group),
      ...goals(
        ({ session }) => session !== undefined && property(session) === property(group[0]),
        distinct(group.map((session) => session.visitor_id)),
      ),
    }))
    .sort(mostFirst('visits', 'value'));
  return part(rows, request);
}
