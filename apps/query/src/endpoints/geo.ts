import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { count } from '../reply.ts';
import sql from './geo.sql';

const row = z.object({
  list: z.enum(['countries', 'regions', 'cities']),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  visits: z.number(),
});

const country = z.string().describe('ISO 3166-1 alpha-2 code; empty when unknown.');
const name = z.string().describe('Empty when unknown.');

const response = z.object({
  countries: z.array(z.object({ country, visits: count() })),
  regions: z.array(z.object({ country, region: name, visits: count() })),
  cities: z.array(z.object({ country, region: name, city: name, visits: count() })),
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
  async respond({ query, geoip }) {
    const { rows } = await query(sql, row);
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    return {
      data: {
        countries: of('countries').map(({ country, visits }) => ({ country, visits })),
        regions: of('regions').map(({ country, region, visits }) => ({ country, region, visits })),
        cities: of('cities').map(({ list, ...city }) => city),
      },
      meta: { geoip },
    };
  },
});
