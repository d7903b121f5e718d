import { mostFirst } from '../order.ts';
import { bounceRate } from './overview.ts';
import { part, type ReportBody, type ResolvedRequest } from './report.ts';
import { visitorsOf, visitsBy } from './visits.ts';

/** The sources of the sessions of a period, by visits, then source and medium. */
export function sources(request: ResolvedRequest): ReportBody {
  const rows = visitsBy(request, {
    key: ({ first }) => JSON.stringify([first.source, first.medium]),
    own: ({ first: { source, medium } }, group) => ({
      source,
      medium,
      unique_visitors: visitorsOf(group),
      bounce_rate: bounceRate(group),
    }),
    order: mostFirst('visits', 'source', 'medium'),
  });
  return part(rows, request);
}
