import { z } from 'zod';
import { dimension } from '../parameters/dimension.ts';
import { sessionList } from '../read/list.ts';
import { propertyVisits } from '../read/relations/sessions.ts';
import { gained } from '../reply/comparison.ts';
import { defineList } from './define/endpoint.ts';
import { goals, readGoalsOfLists } from './goals/read-goals.ts';
import { ofSessions } from './sources.ts';

const entry = z.object({
  value: z.string().describe('Value of the dimension; empty when unknown.'),
  ...ofSessions('with this value'),
});

/** The sessions of a period by one property, most visits first. */
export const breakdown = defineList({
  path: '/breakdown',
  description:
    'Sessions by one property, such as medium, utm_campaign or exit_page: visits, visitors and bounce rate.',
  parameters: { dimension },
  compared: true,
  response: z.array(entry.extend({ ...gained('visits'), goals: goals() })),
  async read(request) {
    const { values } = request;
    const relation = propertyVisits(values.dimension);
    const { rows, total } = await request.list(
      (read) => sessionList(['value'], read, relation, values),
      entry,
      'visits',
    );
    const list = { properties: [values.dimension], columns: ['value'], rows };
    const withGoals = await readGoalsOfLists(request, [list]);
    return { rows: rows.map(withGoals), total };
  },
});
