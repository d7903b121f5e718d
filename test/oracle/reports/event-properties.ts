import { chosenEvents } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { groupBy, part, type ReportBody, type ResolvedRequest, visitorsIn } from './report.ts';
import { revenueOf } from './revenue.ts';

/** The properties of an event, or the values of one of them. */
export function eventProperties(request: ResolvedRequest): ReportBody {
  const { site, range, filters, event, property } = request;
  const own = chosenEvents(site, range, filters).filter(({ ping }) => ping.event === event);
  const entries = own.flatMap((event) =>
    Object.entries(event.ping.props).map(([name, value]) => ({ event, name, value })),
  );
  if (property === undefined) {
    const rows = groupBy(entries, ({ name }) => name)
      .map((group) => ({ property: group[0].name, events: group.length }))
      .sort(mostFirst('events', 'property'));
    return part(rows, request);
  }
  const rows = groupBy(
    entries.filter(({ name }) => name === property),
    ({ value }) => value,
  )
    .map((group) => {
      const events = group.map(({ event }) => event);
      return {
        value: group[0].value,
        events: events.length,
        unique_visitors: visitorsIn(events),
        revenue: revenueOf(events),
      };
    })
    .sort(mostFirst('events', 'value'));
  return part(rows, request);
}
