import { holdsTime } from '../chosen.ts';
import { bucketStarts, localIso } from '../wall-clock.ts';
import { granularityOf } from './pageviews-over-time.ts';
import type { ReportBody, ResolvedRequest } from './report.ts';

/** The pings received in a period, in total and by bucket. These traffics have no dropped pings, and filters have no effect. */
export function pings({ site, range, timezone, granularity: requested }: ResolvedRequest): ReportBody {
  const granularity = granularityOf(range, requested);
  const starts = bucketStarts(range.start, range.end, granularity, timezone);
  const received = site.received.filter(({ received_at }) => holdsTime(range, received_at));
  return {
    meta: { granularity },
    data: {
      ...account(received.length),
      buckets: starts.map((start, index) => {
        const bucket = { start, end: starts[index + 1] ?? range.end };
        const count = received.filter(({ received_at }) => holdsTime(bucket, received_at)).length;
        return { bucket: localIso(start, timezone), ...account(count) };
      }),
    },
  };
}

const account = (stored: number) => ({
  received: stored,
  accepted: stored,
  stored,
  dead_lettered: 0,
  dropped: 0,
  dropped_by_reason: [],
});
