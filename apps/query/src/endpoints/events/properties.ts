import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { eventInPath } from '../../parameters/event.ts';
import { property } from '../../parameters/property.ts';
import { count, listMeta } from '../../reply.ts';
import { revenue, revenueRow, toRevenue } from '../../revenue.ts';
import propertiesSql from './properties.sql';
import valuesSql from './values.sql';

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
      const { rows, total } = await query(propertiesSql, propertyRow, { bindings: { event: eventInPath } });
      return { data: rows, meta: { limit, offset, total } };
    }
    const { rows, total } = await query(valuesSql, valueRow, {
      bindings: { event: eventInPath, property },
    });
    const data = rows.map(({ value, events, unique_visitors, revenue }) => ({
      value,
      events,
      unique_visitors,
      revenue: toRevenue(revenue),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
