import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { listsOf } from '../read/list.ts';
import type { Relation } from '../read/reader.ts';
import { deviceVisits } from '../read/relations/sessions.ts';
import { percentage } from '../reply/arithmetic.ts';
import { gained } from '../reply/comparison.ts';
import { count, percent } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsOfLists } from './goals/read-goals.ts';

const row = z
  .object({ list: z.string(), visits: z.number(), previous: z.number().optional() })
  .catchall(z.string());

/**
 * Lists of sessions, most visits first, with `limit` rows each.
 * @param lists the properties of sessions that identify the rows of each list
 * @param relation visits by these properties
 * @param data the columns of each list: of the properties, `visits`, `percentage`, the comparison and `goals`
 */
export async function readVisits<Data>(
  request: Pick<ReportContext, 'query' | 'list' | 'range' | 'values'>,
  lists: Readonly<Record<string, readonly string[]>>,
  relation: Relation,
  data: z.ZodType<Data>,
): Promise<Data> {
  const { limit } = request.values;
  const { rows } = await request.list(
    (read) => listsOf({ ...lists, totals: [] }, read, relation, { count: 'visits', limit }),
    row,
    'visits',
  );
  const of = (name: string) => rows.filter(({ list }) => list === name);
  const all = only(of('totals')).visits;
  const named = Object.entries(lists).map(([name, properties]) => ({ name, properties, rows: of(name) }));
  const withGoals = await readGoalsOfLists(request, named);
  const shown = named.map(({ name, rows }) => [
    name,
    rows.map((row) => ({ ...withGoals(row), percentage: percentage(row.visits, all) })),
  ]);
  return data.parse(Object.fromEntries(shown));
}

const name = z.string().describe('Empty when unknown.');
const ofRow = {
  visits: count(),
  percentage: percent().describe('Percent of all sessions, including those not listed and unknown ones.'),
  ...gained('visits'),
  goals: goals(),
};

const response = z.object({
  browsers: z.array(z.object({ browser: name, ...ofRow })),
  operating_systems: z.array(z.object({ os: name, ...ofRow })),
  device_types: z.array(
    z.object({
      device_type: z
        .string()
        .describe('desktop, mobile, tablet, tv, console, wearable or other; empty when unknown.'),
      ...ofRow,
    }),
  ),
});

const lists = { browsers: ['browser'], operating_systems: ['os'], device_types: ['device_type'] };

export const devices = defineEndpoint({
  path: '/devices',
  description: 'Sessions by browser, operating system and type of device.',
  parameters: {},
  compared: true,
  response,
  respond: async (request) => ({ data: await readVisits(request, lists, deviceVisits, response) }),
});
