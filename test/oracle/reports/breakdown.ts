import { chosenSessions } from '../chosen.ts';
import { sessionDimensions } from '../filter.ts';
import { mostFirst } from '../order.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { bounceRate } from './overview.ts';
import { distinct, part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The values of a property of the sessions of a period, by visits, then value. */
export function breakdown(request: ResolvedRequest): ReportBody {
  const property = sessionDimensions[request.dimension];
  const goals = goalsOf(request);
  const rows = listed(request, {
    itemsIn: (range) => chosenSessions(request.site, range, request.filters),
    key: property,
    rowOf: (one, group) => ({
      value: property(one),
      visits: group.length,
      unique_visitors: distinct(group.map((session) => session.visitor_id)),
      bounce_rate: bounceRate(group),
      ...goals(
        ({ session }) => session !== undefined && property(session) === property(one),
        distinct(group.map((session) => session.visitor_id)),
      ),
    }),
    order: mostFirst('visits', 'value'),
  });
  return part(rows, request);
}
