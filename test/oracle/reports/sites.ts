import { chosenPageviews } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { part, type ReportBody, type ResolvedRequest } from './report.ts';

/** Every site that ever sent a ping, by its pageviews in the period, then name. Filters have no effect. */
export function sites(request: ResolvedRequest): ReportBody {
  const rows = request.sites
    .map((site) => ({
      site_id: site.id,
      pageviews: chosenPageviews(site, request.range, []).length,
      last_ping_at: new Date(site.lastPingAt ?? 0).toISOString(),
    }))
    .sort(
      by(
        descending((row) => row.pageviews),
        alphabetical((row) => row.site_id),
      ),
    );
  return part(rows, request);
}
