import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { listsOf } from '../read/list.ts';
import { deviceVisits } from '../read/relations/sessions.ts';
import { percentage } from '../reply/arithmetic.ts';
import { count, percent } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { goals, readGoalsOfSessions } from './goals/read-goals.ts';

const lists = { browsers: ['browser'], operating_systems: ['os'], device_types: ['device_type'] };

const row = z.object({
  list: z.enum(['totals', 'browsers', 'operating_systems', 'device_types']),
  browser: z.string(),
  os: z.string(),
  device_type: z.string(),
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

/** The sessions of a period by browser, operating system and type of device, most visits first. */
export const devices = defineEndpoint({
  path: '/devices',
  description: 'Sessions by browser, operating system and type of device.',
  parameters: {},
  response,
  async respond(request) {
    const { limit } = request.values;
    const { rows } = await request.query(
      (read) => listsOf({ ...lists, totals: [] }, read.rows(deviceVisits), { sums: ['visits'], limit }),
      row,
    );
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    const sessions = only(of('totals')).visits;
    const keyOf = ({ browser, os, device_type }: z.output<typeof row>) => [browser + os + device_type];
    const goalsOf = await readGoalsOfSessions(request, Object.values(lists), rows.map(keyOf), {
      visitors: true,
    });
    const shareOf = (list: number, entry: z.output<typeof row>) => ({
      visits: entry.visits,
      percentage: percentage(entry.visits, sessions),
      ...goalsOf({ list, key: keyOf(entry) }),
    });
    return {
      data: {
        browsers: of('browsers').map((row) => ({ browser: row.browser, ...shareOf(1, row) })),
        operating_systems: of('operating_systems').map((row) => ({ os: row.os, ...shareOf(2, row) })),
        device_types: of('device_types').map((row) => ({
          device_type: row.device_type,
          ...shareOf(3, row),
        })),
      },
    };
  },
});
