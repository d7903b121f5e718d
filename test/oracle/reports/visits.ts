import { chosenSessions } from '../chosen.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { distinct, type ResolvedRequest } from './report.ts';

interface VisitsBy<Own> {
  key: (session: Session) => string;
  /** The columns that only this list has. */
  own: (one: Session, group: Session[]) => Own;
  order: (a: Own & { visits: number }, b: Own & { visits: number }) => number;
}

/** The visits of a period by what `key` says of them, with their conversions. */
export function visitsBy<Own extends object>(request: ResolvedRequest, { key, own, order }: VisitsBy<Own>) {
  const goals = goalsOf(request);
  return listed(request, {
    itemsIn: (range) => chosenSessions(request.site, range, request.filters),
    key,
    rowOf: (one, group) => ({
      ...own(one, group),
      visits: group.length,
      ...goals(({ session }) => session !== undefined && key(session) === key(one), visitorsOf(group)),
    }),
    order,
  });
}

export const visitorsOf = (group: Session[]) => distinct(group.map(({ visitor_id }) => visitor_id));
