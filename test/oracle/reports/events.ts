import { chosenEvents, chosenPageviews } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { percentage } from '../rounded.ts';
import { listed } from './listed.ts';
import { distinct, part, type ReportBody, type ResolvedRequest, visitorsIn } from './report.ts';
import { revenueOf } from './revenue.ts';

/** The events of a period by name, most frequent first. */
export function events(request: ResolvedRequest): ReportBody {
  const { site, range, filters } = request;
  // Filters that select events do not narrow the period's visitors.
  const ofSessions = filters.filter(
    ({ dimension }) => dimension !== 'event' && dimension !== 'page' && !dimension.startsWith('prop.'),
  );
  const visitors = distinct(chosenPageviews(site, range, ofSessions).map(({ visitor_id }) => visitor_id));
  const rows = listed(request, {
    itemsIn: (range) => chosenEvents(site, range, filters),
    key: ({ ping }) => ping.event,
    rowOf: (one, own) => ({
      event: one.ping.event,
      events: own.length,
      unique_visitors: visitorsIn(own),
      sessions: distinct(own.flatMap(({ session }) => session ?? [])),
      conversion_rate: percentage(visitorsIn(own), visitors),
      revenue: revenueOf(own),
    }),
    order: mostFirst('events', 'event'),
  });
  return part(rows, request);
}
