import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { eventInPath } from '../../parameters/event.ts';
import { property } from '../../parameters/property.ts';
import { page, visitorsOf } from '../../read/list.ts';
import { eventValues, eventProperties as propertyRows } from '../../read/relations/events.ts';
import { count, listMeta } from '../../reply/reply.ts';
import { revenue, revenueRow, toRevenue } from '../../reply/revenue.ts';
import { defineEndpoint } from '../define/endpoint.ts';

const propertyRow = z.object({ property: z.string(), events: z.number() });

const valueRow = z.object({
  value: z.string(),
  events: z.number(),
  unique_visitors: z.number(),
  revenue: revenueRow,
});

const response = z.union([
  z.array(
    z.object({
      property: z.string().describe('Name of the property.'),
      events: count().describe('Events that have it.'),
    }),
  ),
  z.array(
    z.object({
      value: z.string().describe('Value of the property.'),
      events: count().describe('Events with this value.'),
      unique_visitors: count().describe('Distinct visitors of these events.'),
      revenue: revenue(),
    }),
  ),
]);

const propertyList = (rows: Sql, shown: { limit: number; offset: number }): Sql => sql`
select
    property,
    sum(event_properties.events) as events
from (
    ${rows}
) as event_properties
group by property
order by
    events desc,
    property
${page(shown)}`;

/** Amounts are added up by currency, then listed by value. */
const valueList = (rows: Sql, shown: { limit: number; offset: number }): Sql => sql`
select
    value,
    sum(currency_events) as events,
    ${visitorsOf('currency_visitors')} as unique_visitors,
    arraySort(groupArrayIf((currency, toString(currency_amount)), currency != '')) as revenue
from (
    select
        value,
        currency,
        sum(events) as currency_events,
        uniqCombined64MergeState(17)(visitors) as currency_visitors,
        sum(amount) as currency_amount
    from (
        ${rows}
    )
    group by
        value,
        currency
)
group by value
order by
    events desc,
    value
${page(shown)}`;

/** The properties of an event, or the values of one property, most frequent first. */
export const eventProperties = defineEndpoint({
  path: '/events/:encoded_event/properties',
  description:
    'Properties of an event, by the number of events that have them; with property the values of that property, with visitors and revenue. Events without the property are left out.',
  parameters: { eventInPath, property },
  response,
  meta: listMeta,
  async respond({ query, values: { eventInPath, property, limit, offset } }) {
    if (property === undefined) {
      const { rows, total } = await query(
        (read) => propertyList(read.rows(propertyRows(eventInPath)), { limit, offset }),
        propertyRow,
      );
      return { data: rows, meta: { limit, offset, total } };
    }
    const { rows, total } = await query(
      (read) => valueList(read.rows(eventValues(eventInPath, property)), { limit, offset }),
      valueRow,
    );
    const data = rows.map(({ value, events, unique_visitors, revenue }) => ({
      value,
      events,
      unique_visitors,
      revenue: toRevenue(revenue),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
