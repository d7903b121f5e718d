import { sessionDimensions } from '../filter.ts';
import { mostFirst } from '../order.ts';
import { bounceRate } from './overview.ts';
import { part, type ReportBody, type ResolvedRequest } from './report.ts';
import { visitorsOf, visitsBy } from './visits.ts';

/** The values of a property of the sessions of a period, by visits, then value. */
export function breakdown(request: ResolvedRequest): ReportBody {
  const key = sessionDimensions[request.dimension];
  const rows = visitsBy(request, {
    key,
    own: (one, group) => ({
      value: key(one),
      unique_visitors: visitorsOf(group),
      bounce_rate: bounceRate(group),
    }),
    order: mostFirst('visits', 'value'),
  });
  return part(rows, request);
}
