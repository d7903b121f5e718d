import { visitorTypes } from '@tallyhouse/filter';
import { sql, text, unionAll } from '@tallyhouse/sql';
import { z } from 'zod';
import { dimension } from '../parameters/dimension.ts';
import { sessionList, visitorTypeIs } from '../read/list.ts';
import { type Reader, readerWith } from '../read/reader.ts';
import { propertyVisits } from '../read/relations/sessions.ts';
import { gained } from '../reply/comparison.ts';
import { defineList } from './define/endpoint.ts';
import { goals, readGoalsOfLists, readGoalsOfPeriod } from './goals/read-goals.ts';
import { ofSessions } from './sources.ts';

const entry = z.object({
  value: z.string().describe('Value of the dimension; empty when unknown.'),
  ...ofSessions('with this value'),
});

/** Gives rows the visitor type as their value: none has it as a column, but a filter finds it. */
function byVisitorType(read: Reader): Reader {
  const rowsOf = (type: string, ...asked: Parameters<Reader['rows']>) => sql`
select * replace (${text(type)} as value)
from (
    ${readerWith(read, { filters: [...read.filters, visitorTypeIs(type)] }).rows(...asked)}
)`;
  return { ...read, rows: (...asked) => unionAll(visitorTypes.map((type) => rowsOf(type, ...asked))) };
}

export const breakdown = defineList({
  path: '/breakdown',
  description:
    'Sessions by one property, such as medium, utm_campaign or exit_page: visits, visitors and bounce rate.',
  parameters: { dimension },
  compared: true,
  response: z.array(entry.extend({ ...gained('visits'), goals: goals() })),
  async read(request) {
    const { values } = request;
    const isOfVisitors = values.dimension === 'visitor_type';
    const relation = propertyVisits(isOfVisitors ? 'site_id' : values.dimension); // replaced
    const { rows, total } = await request.list(
      (read) => sessionList(['value'], isOfVisitors ? byVisitorType(read) : read, relation, values),
      entry,
      'visits',
    );
    if (isOfVisitors) {
      const withGoals = rows.map(async (row) => {
        const filters = [...values.filter, visitorTypeIs(row.value)];
        const goalsOf = await readGoalsOfPeriod(request, { filters });
        return { ...row, ...goalsOf({ visitors: row.unique_visitors }) };
      });
      return { rows: await Promise.all(withGoals), total };
    }
    const list = { properties: [values.dimension], columns: ['value'], rows };
    const withGoals = await readGoalsOfLists(request, [list]);
    return { rows: rows.map(withGoals), total };
  },
});
