import { alphabetical, by, descending } from '../order.ts';
import type { ResolvedRequest } from './report.ts';
import { visitsBy } from './visits.ts';

type Place = 'country' | 'region' | 'city';
type Row = { place: Record<Place, string>; visits: number };

/** The places of the sessions of a period, each list by visits, then name. */
export function geo(request: ResolvedRequest) {
  const visits = (...columns: Place[]) =>
    visitsBy(request, {
      key: ({ first }) => JSON.stringify(columns.map((column) => first[column])),
      own: ({ first }) => ({ place: first as Record<Place, string> }),
      order: by<Row>(
        descending((row) => row.visits),
        ...columns.map((column) => alphabetical((row: Row) => row.place[column])),
      ),
    })
      .map(({ place, ...row }) => ({
        ...Object.fromEntries(columns.map((column) => [column, place[column]])),
        ...row,
      }))
      .slice(0, request.limit);
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
