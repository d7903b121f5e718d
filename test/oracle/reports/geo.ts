import { chosenSessions } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { distinct, type ResolvedRequest } from './report.ts';

type Place = 'country' | 'region' | 'city';

/** The places of the sessions of a period, each list by visits, then name. */
export function geo(request: ResolvedRequest) {
  const { site, filters, limit } = request;
  const goals = goalsOf(request);
  const visits = (...columns: Place[]) => {
    const key = ({ first }: Session) => JSON.stringify(columns.map((column) => first[column]));
    return listed(request, {
      itemsIn: (range) => chosenSessions(site, range, filters),
      key,
      rowOf: (one, group) => ({
        place: one.first,
        visits: group.length,
        ...goals(
          ({ session }) => session !== undefined && key(session) === key(one),
          distinct(group.map(({ visitor_id }) => visitor_id)),
        ),
      }),
      order: by(
        descending((row) => row.visits),
        ...columns.map((column) =>
          alphabetical((row: { place: Record<Place, string>; visits: number }) => row.place[column]),
        ),
      ),
    })
      .map(({ place, ...row }) => ({
        ...Object.fromEntries(columns.map((column) => [column, place[column]])),
        ...row,
      }))
      .slice(0, limit);
  };
  return {
    // The service has no database of places in tests.
    meta: { geoip: false },
    data: {
      countries: visits('country'),
      regions: visits('country', 'region'),
      cities: visits('country', 'region', 'city'),
    },
  };
}
