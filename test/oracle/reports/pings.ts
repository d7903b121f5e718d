import { holdsTime, type Range } from '../chosen.ts';
import { inBuckets } from './buckets.ts';
import type { ReportBody, ResolvedRequest } from './report.ts';

/** The pings received in a period, in total and by bucket. These traffics have no dropped pings, and filters have no effect. */
export function pings(request: ResolvedRequest): ReportBody {
  const { site, range } = request;
  const receivedIn = (part: Range) => site.received.filter(({ received_at }) => holdsTime(part, received_at));
  const { meta, data: buckets } = inBuckets(request, (bucket) => account(receivedIn(bucket).length));
  return { meta, data: { ...account(receivedIn(range).length), buckets } };
}

const account = (stored: number) => ({
  received: stored,
  accepted: stored,
  stored,
  dead_lettered: 0,
  dropped: 0,
  dropped_by_reason: [],
});
