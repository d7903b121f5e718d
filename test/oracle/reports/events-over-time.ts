import { chosenEvents, holdsTime } from '../chosen.ts';
import { bucketStarts, localIso } from '../wall-clock.ts';
import { visitorsOf } from './events.ts';
import { granularityOf } from './pageviews-over-time.ts';
import type { ReportBody, ResolvedRequest } from './report.ts';

/** The events of each hour, day, week or month that overlaps the period. */
export function eventsOverTime(request: ResolvedRequest): ReportBody {
  const { site, range, timezone, filters, event, ofEvent } = request;
  const granularity = granularityOf(range, request.granularity);
  const events = chosenEvents(site, range, filters).filter(({ ping }) => !ofEvent || ping.event === event);
  const starts = bucketStarts(range.start, range.end, granularity, timezone);
  return {
    meta: { granularity },
    data: starts.map((start, index) => {
      const bucket = { start, end: starts[index + 1] ?? range.end };
      const own = events.filter(({ ping }) => holdsTime(bucket, ping.pinged_at));
      return { bucket: localIso(start, timezone), events: own.length, unique_visitors: visitorsOf(own) };
    }),
  };
}
