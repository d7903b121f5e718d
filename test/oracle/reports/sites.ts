import { chosenPageviews } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { type Asked, part, type Told } from './report.ts';

/** Every site that ever sent a ping, with its pageviews in the period, by those, then name. */
export function sites(asked: Asked): Told {
  const rows = asked.sites
    .map((site) => ({
      site_id: site.id,
      pageviews: chosenPageviews(site, asked.range, asked.filters).length,
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
