import { z } from 'zod';
import { eventInPath } from '../../parameters/event.ts';
import { property } from '../../parameters/property.ts';
import { eventValues, eventProperties as propertyRows } from '../../read/relations/events.ts';
import { count } from '../../reply/reply.ts';
import { revenue, revenueOf } from '../../reply/revenue.ts';
import { defineList } from '../define/endpoint.ts';
import { eventsBy, ofVisitors } from '../events.ts';

const properties = z.array(
  z.object({
    property: z.string().describe('Name of the property.'),
    events: count().describe('Events that have it.'),
  }),
);

const values = z.array(
  z.object({
    value: z.string().describe('Value of the property.'),
    events: count().describe('Events with this value.'),
    unique_visitors: count().describe('Distinct visitors of these events.'),
    revenue: revenue(),
  }),
);

export const eventProperties = defineList({
  path: '/events/:encoded_event/properties',
  description:
    'Properties of an event, by the number of events that have them; with property the values of that property, with visitors and revenue. Events without the property are left out.',
  parameters: { eventInPath, property },
  response: z.union([properties, values]),
  async read({ query, values: asked }) {
    const { eventInPath: event, property } = asked;
    return property === undefined
      ? query((read) => eventsBy('property', [], read, propertyRows(event), asked), properties.element)
      : query(
          (read) => eventsBy('value', [ofVisitors, revenueOf], read, eventValues(event, property), asked),
          values.element,
        );
  },
});
