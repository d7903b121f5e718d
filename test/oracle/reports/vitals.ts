import { chosenPageviews, holdsTime, type Range } from '../chosen.ts';
import { sessionDimensions } from '../filter.ts';
import { mostFirst } from '../order.ts';
import type { Pageview } from '../site.ts';
import { inBuckets } from './buckets.ts';
import { groupBy, part, type ReportBody, type ResolvedRequest } from './report.ts';

const thresholds = {
  lcp_ms: [2500, 4000],
  inp_ms: [200, 500],
  fcp_ms: [1800, 3000],
  ttfb_ms: [800, 1800],
  cls: [0.1, 0.25],
} as const;

/** Web vitals of the pageviews of a period, by a property of them. */
export function vitals(request: ResolvedRequest): ReportBody {
  const { site, range, filters, limit, offset, vitalsBy: by } = request;
  const pageviews = chosenPageviews(site, range, filters);
  if (by === undefined) return { meta: { limit, offset, total: 1 }, data: [measured(pageviews)] };
  if (by === 'bucket') {
    const inBucket = (bucket: Range) =>
      measured(pageviews.filter(({ entered_at }) => holdsTime(bucket, entered_at)));
    const { meta, data } = inBuckets(request, inBucket);
    return { meta: { ...meta, limit, offset, total: data.length }, data };
  }
  const [name, keyOf] =
    by === 'page'
      ? ['page_path', ({ page_path }: Pageview) => page_path]
      : [by, ({ session }: Pageview) => sessionDimensions[by](session)];
  const rows = groupBy(pageviews, keyOf)
    .map((group) => ({ key: keyOf(group[0]), ...measured(group) }))
    .sort(mostFirst('views', 'key'))
    .map(({ key, ...row }) => ({ [name]: key, ...row }));
  return part(rows, request);
}

function measured(views: Pageview[]) {
  const each = Object.entries(thresholds).map(([name, [good, improvable]]) => {
    const values = views.flatMap((view) => view.vitals[name] ?? []).sort((a, b) => a - b);
    const upTo = (limit: number) => values.filter((value) => value <= limit).length;
    if (values.length === 0) return [name, null];
    const row = {
      p75: values.find((value) => 4 * upTo(value) >= 3 * values.length),
      good: upTo(good),
      needs_improvement: upTo(improvable) - upTo(good),
      poor: values.length - upTo(improvable),
      views: values.length,
    };
    return [name, row];
  });
  return { views: views.length, ...Object.fromEntries(each) };
}
