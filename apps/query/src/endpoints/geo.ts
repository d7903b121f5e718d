import { z } from 'zod';
import { listsOf } from '../read/list.ts';
import { placeVisits } from '../read/relations/sessions.ts';
import { count } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsOfSessions } from './goals/read-goals.ts';

const lists = {
  countries: ['country'],
  regions: ['country', 'region'],
  cities: ['country', 'region', 'city'],
};

const row = z.object({
  list: z.enum(['countries', 'regions', 'cities']),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  visits: z.number(),
});

const country = z.string().describe('ISO 3166-1 alpha-2 code; empty when unknown.');
const name = z.string().describe('Empty when unknown.');

/** Schema of a country, without goals. */
export const countryVisits = z.object({ country, visits: count() });

/** The countries, regions and cities of a range, most visits first, of each as many as `limit` says. */
export async function readPlaces({ query, values: { limit } }: Pick<ReportContext, 'query' | 'values'>) {
  const { rows } = await query(
    (read) => listsOf(lists, read.rows(placeVisits), { sums: ['visits'], limit }),
    row,
  );
  const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
  return {
    countries: of('countries').map(({ country, visits }) => ({ country, visits })),
    regions: of('regions').map(({ country, region, visits }) => ({ country, region, visits })),
    cities: of('cities').map(({ country, region, city, visits }) => ({ country, region, city, visits })),
  };
}

const response = z.object({
  countries: z.array(countryVisits.extend({ goals: goals() })),
  regions: z.array(z.object({ country, region: name, visits: count(), goals: goals() })),
  cities: z.array(z.object({ country, region: name, city: name, visits: count(), goals: goals() })),
});

/** The sessions of a period by country, region and city, most visits first. */
export const geo = defineEndpoint({
  path: '/geo',
  description: 'Sessions by country, region and city.',
  parameters: {},
  response,
  meta: {
    geoip: z
      .boolean()
      .describe('Whether ingest has a database of places; without it all places are unknown.'),
  },
  async respond(request) {
    const { countries, regions, cities } = await readPlaces(request);
    const asked = [
      ...countries.map(({ country }) => [country]),
      ...regions.map(({ country, region }) => [country, region]),
      ...cities.map(({ country, region, city }) => [country, region, city]),
    ];
    const goalsOf = await readGoalsOfSessions(request, Object.values(lists), asked, { visitors: true });
    return {
      data: {
        countries: countries.map((row) => ({ ...row, ...goalsOf({ list: 1, key: [row.country] }) })),
        regions: regions.map((row) => ({ ...row, ...goalsOf({ list: 2, key: [row.country, row.region] }) })),
        cities: cities.map((row) => ({
          ...row,
          ...goalsOf({ list: 3, key: [row.country, row.region, row.city] }),
        })),
      },
      meta: { geoip: request.geoip },
    };
  },
});
