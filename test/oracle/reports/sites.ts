import { chosenPageviews, chosenSessions, holdsTime, type Range } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { rounded } from '../rounded.ts';
import type { Site } from '../site.ts';
import { distinct, part, type ReportBody, type ResolvedRequest } from './report.ts';

const hour = 3_600_000;

/** Every site that ever sent a ping, by its pageviews in the period, then name. Filters have no effect. */
export function sites(request: ResolvedRequest): ReportBody {
  const { range, compare, compared: before } = request;
  const rows = request.sites
    .map((site) => {
      const pageviews = chosenPageviews(site, range, []);
      const [now, then] = [visitorsOf(site, range), before && visitorsOf(site, before)];
      return {
        site_id: site.ids[0] ?? '',
        name: null,
        group: null,
        timezone: null,
        pageviews: pageviews.length,
        unique_visitors: now,
        sessions: chosenSessions(site, range, []).length,
        ...(compare !== undefined &&
          viewsBefore(pageviews.length, before && chosenPageviews(site, before, []).length)),
        change: then === null ? null : rounded(100 * (now - then), then),
        last_ping_at: new Date(site.lastPingAt ?? 0).toISOString(),
        sparkline: partsOf(range).map(
          (part) => pageviews.filter(({ entered_at }) => holdsTime(part, entered_at)).length,
        ),
      };
    })
    .sort(mostFirst('pageviews', 'site_id'));
  return part(rows, request);
}

const viewsBefore = (pageviews: number, previous: number | null) => ({
  previous,
  growth_rate: previous === null ? null : rounded(100 * (pageviews - previous), previous),
});

const visitorsOf = (site: Site, range: Range) =>
  distinct(chosenPageviews(site, range, []).map(({ visitor_id }) => visitor_id));

/** The range in 24 or 30 parts, from one full hour (quarter of an hour, millisecond) to another where they are long enough. */
function partsOf({ start, end }: Range): Range[] {
  const count = end - start <= 48 * hour ? 24 : 30;
  const length = Math.max((end - start) / count, 1);
  const unit = length >= 6 * hour ? hour : length >= 1.5 * hour ? hour / 4 : 1;
  const starts = Array.from({ length: count }, (_, part) =>
    part === 0 ? start : Math.floor((start + part * length) / unit) * unit,
  );
  return starts.map((from, part) => ({ start: from, end: starts[part + 1] ?? Math.max(end, from) }));
}
