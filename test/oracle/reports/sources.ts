import { chosenSessions } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { bounceRate } from './overview.ts';
import { distinct, part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The sources of the sessions of a period, by visits, then source and medium. */
export function sources(request: ResolvedRequest): ReportBody {
  const key = ({ first }: Session) => JSON.stringify([first.source, first.medium]);
  const goals = goalsOf(request);
  const rows = listed(request, {
    itemsIn: (range) => chosenSessions(request.site, range, request.filters),
    key,
    rowOf: (one, group) => ({
      source: one.first.source,
      medium: one.first.medium,
      visits: group.length,
      unique_visitors: distinct(group.map((session) => session.visitor_id)),
      bounce_rate: bounceRate(group),
      ...goals(
        ({ session }) => session !== undefined && key(session) === key(one),
        distinct(group.map((session) => session.visitor_id)),
      ),
    }),
    order: mostFirst('visits', 'source', 'medium'),
  });
  return part(rows, request);
}
