import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import { defineEndpoint } from '../endpoint.ts';
import { count, percent } from '../reply.ts';
import sql from './devices.sql';

const row = z.object({
  list: z.enum(['totals', 'browsers', 'operating_systems', 'device_types']),
  name: z.string(),
  visits: z.number(),
});

const name = z.string().describe('Empty when unknown.');
const visits = count();
const share = percent().describe('Percent of all sessions, including those not listed and unknown ones.');

const response = z.object({
  browsers: z.array(z.object({ browser: name, visits, percentage: share })),
  operating_systems: z.array(z.object({ os: name, visits, percentage: share })),
  device_types: z.array(
    z.object({
      device_type: z
        .string()
        .describe('desktop, mobile, tablet, tv, console, wearable or other; empty when unknown.'),
      visits,
      percentage: share,
    }),
  ),
});

/** The sessions of a period by browser, operating system and type of device, most visits first. */
export const devices = defineEndpoint({
  path: '/devices',
  description: 'Sessions by browser, operating system and type of device.',
  parameters: {},
  response,
  async respond({ query }) {
    const { rows } = await query(sql, row);
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    const sessions = only(of('totals')).visits;
    const shareOf = ({ visits }: z.output<typeof row>) => ({
      visits,
      percentage: percentage(visits, sessions),
    });
    return {
      data: {
        browsers: of('browsers').map((entry) => ({ browser: entry.name, ...shareOf(entry) })),
        operating_systems: of('operating_systems').map((entry) => ({ os: entry.name, ...shareOf(entry) })),
        device_types: of('device_types').map((entry) => ({ device_type: entry.name, ...shareOf(entry) })),
      },
    };
  },
});
