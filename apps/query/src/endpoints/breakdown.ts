import { z } from 'zod';
import { dimension } from '../parameters/dimension.ts';
import { sessionList } from '../read/list.ts';
import { propertyVisits } from '../read/relations/sessions.ts';
import { percentage } from '../reply/arithmetic.ts';
import { count, listMeta, percent } from '../reply/reply.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { goals, readGoalsOfSessions } from './goals/read-goals.ts';

const row = z.object({
  value: z.string(),
  visits: z.number(),
  unique_visitors: z.number(),
  bounces: z.number(),
});

const response = z.array(
  z.object({
    value: z.string().describe('Value of the dimension; empty when unknown.'),
    visits: count().describe('Sessions with this value.'),
    unique_visitors: count().describe('Distinct visitors of these sessions.'),
    bounce_rate: percent().describe('Sessions with exactly one pageview, percent of the visits.'),
    goals: goals(),
  }),
);

/** The sessions of a period by one property, most visits first. */
export const breakdown = defineEndpoint({
  path: '/breakdown',
  description:
    'Sessions by one property, such as medium, utm_campaign or exit_page: visits, visitors and bounce rate.',
  parameters: { dimension },
  response,
  meta: listMeta,
  async respond(request) {
    const { query, values } = request;
    const { dimension, limit, offset } = values;
    const { rows, total } = await query(
      (read) => sessionList(['value'], read.rows(propertyVisits(dimension)), { limit, offset }),
      row,
    );
    const goalsOf = await readGoalsOfSessions(
      request,
      [[dimension]],
      rows.map(({ value }) => [value]),
    );
    const data = rows.map(({ bounces, ...entry }) => ({
      ...entry,
      bounce_rate: percentage(bounces, entry.visits),
      ...goalsOf({ key: [entry.value], visitors: entry.unique_visitors }),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
