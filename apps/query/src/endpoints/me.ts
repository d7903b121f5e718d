import { rights } from '@tallyhouse/service';
import { z } from 'zod';
import { defineEndpoint } from './define/endpoint.ts';

const response = z.object({
  name: z.string().describe('Name of the key.'),
  rights: z
    .array(z.enum(rights))
    .describe(
      'read (reports), export, personal (addresses), send (pings), manage (sites, keys, annotations), annotate (making annotations).',
    ),
  sites: z
    .array(z.string())
    .describe('Ids of the sites that the key may read; one `*` when it may read all.'),
});

export const me = defineEndpoint({
  path: '/me',
  description: 'The key of the request: its name, its rights, and the sites that it may read.',
  parameters: {},
  response,
  respond: async ({ caller: { name, rights, sites } }) => ({
    data: { name, rights: [...rights], sites: sites === 'all' ? ['*'] : [...sites] },
  }),
});
