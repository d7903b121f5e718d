import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import { defineEndpoint } from '../endpoint.ts';
import { goals, readGoalsOfSessions } from '../goal/read-goals.ts';
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
  browsers: z.array(z.object({ browser: name, visits, percentage: share, goals: goals() })),
  operating_systems: z.array(z.object({ os: name, visits, percentage: share, goals: goals() })),
  device_types: z.array(
    z.object({
      device_type: z
        .string()
        .describe('desktop, mobile, tablet, tv, console, wearable or other; empty when unknown.'),
      visits,
      percentage: share,
      goals: goals(),
    }),
  ),
});

type List = z.output<typeof row>['list'];
const lists: readonly List[] = ['browsers', 'operating_systems', 'device_types'];
const grouping = { properties: ['browser', 'os', 'device_type'], lists: [[1], [2], [3]] };

/** The sessions of a period by browser, operating system and type of device, most visits first. */
export const devices = defineEndpoint({
  path: '/devices',
  description: 'Sessions by browser, operating system and type of device.',
  parameters: {},
  response,
  async respond(request) {
    const { rows } = await request.query(sql, row);
    const of = (list: List) => rows.filter((entry) => entry.list === list);
    const sessions = only(of('totals')).visits;
    const names = rows.map(({ name }) => [name]);
    const goalsOf = await readGoalsOfSessions(request, grouping, names, { visitors: true });
    const shareOf = ({ list, name, visits }: z.output<typeof row>) => ({
      visits,
      percentage: percentage(visits, sessions),
      ...goalsOf({ list: lists.indexOf(list) + 1, key: [name] }),
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
