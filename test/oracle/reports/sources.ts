import { chosenSessions } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { bounceRate } from './overview.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The sources of the sessions of a period, by visits, then source and medium. */
export function sources(request: ResolvedRequest): ReportBody {
  const sessions = chosenSessions(request.site, request.range, request.filters);
  const key = ({ first }: Session) => JSON.stringify([first.source, first.medium]);
  const goals = goalsOf(request);
  const rows = groupBy(sessions, key)
    .map((group) => ({
      source: group[0].first.source,
      medium: group[0].first.medium,
      visits: group.length,
      unique_visitors: distinct(group.map((session) => session.visitor_id)),
      bounce_rate: bounceRate(group),
      ...goals(
        ({ session }) => session !== undefined && key(session) === key(group[0]),
        distinct(group.map((session) => session.visitor_id)),
      ),
    }))
    .sort(mostFirst('visits', 'source', 'medium'));
  return part(rows, request);
}
