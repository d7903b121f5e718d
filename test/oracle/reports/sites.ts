import { chosenPageviews } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { type Asked, part, type Told } from './report.ts';

/** Every site that ever sent a ping, by its pageviews in the period, then name. Filters have no say here. */
export function sites(asked: Asked): Told {
  const rows = asked.sites
    .map((site) => ({
      site_id: site.id,
      pageviews: chosenPageviews(site, asked.range, []).length,
      last_ping_at: new Date(site.pings.at(-1)?.pinged_at ?? 0).toISOString(),
    }))
    .sort(
      by(
        descending((row) => row.pageviews),
        alphabetical((row) => row.site_id),
      ),
    );
  return part(rows, asked);
}
