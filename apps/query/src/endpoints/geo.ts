import { z } from 'zod';
import { placeVisits } from '../read/relations/sessions.ts';
import { gained } from '../reply/comparison.ts';
import { count } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { readVisits } from './devices.ts';
import { goals } from './goals/read-goals.ts';

const name = z.string().describe('Empty when unknown.');
const added = { ...gained('visits'), goals: goals() };
const ofRow = { visits: count(), ...added };
const country = z.string().describe('ISO 3166-1 alpha-2 code; empty when unknown.');

/** Schema of the countries, without goals. */
export const countries = z.array(z.object({ country, visits: count() }));

const response = z.object({
  countries: z.array(countries.element.extend(added)),
  regions: z.array(z.object({ country, region: name, ...ofRow })),
  cities: z.array(z.object({ country, region: name, city: name, ...ofRow })),
});

const lists = {
  countries: ['country'],
  regions: ['country', 'region'],
  cities: ['country', 'region', 'city'],
};

export const geo = defineEndpoint({
  path: '/geo',
  description: 'Sessions by country, region and city.',
  parameters: {},
  compared: true,
  response,
  meta: {
    geoip: z
      .boolean()
      .describe('Whether ingest has a database of places; without it all places are unknown.'),
  },
  respond: async (request) => ({
    data: await readVisits(request, lists, placeVisits, response),
    meta: { geoip: request.geoip },
  }),
});
