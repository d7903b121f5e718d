import { chosenEvents, holdsTime } from '../chosen.ts';
import { inBuckets } from './buckets.ts';
import { type ReportBody, type ResolvedRequest, visitorsIn } from './report.ts';

export function eventsOverTime(request: ResolvedRequest): ReportBody {
  const { site, range, filters, event, ofEvent } = request;
  const events = chosenEvents(site, range, filters).filter(({ ping }) => !ofEvent || ping.event === event);
  return inBuckets(request, (bucket) => {
    const own = events.filter(({ ping }) => holdsTime(bucket, ping.pinged_at));
    return { events: own.length, unique_visitors: visitorsIn(own) };
  });
}
