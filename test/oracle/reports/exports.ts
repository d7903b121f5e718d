import { channelOf } from '../channel.ts';
import { chosenEvents, chosenPageviews, chosenSessions } from '../chosen.ts';
import { pageSummaries } from './pages.ts';
import type { ResolvedRequest } from './report.ts';
import { decimal } from './revenue.ts';

/** A row for each pageview of a period. */
export function exportPageviews({ site, range, filters }: ResolvedRequest) {
  return chosenPageviews(site, range, filters).map(({ session, title, entered_at, exited_at, ...rest }) => ({
    ...rest,
    site_id: session.first.site_id,
    page_title: title.text,
    session_id: session.session_id,
    entered_at: new Date(entered_at).toISOString(),
    exited_at: new Date(exited_at).toISOString(),
  }));
}

/** A row for each session of a period: most columns are those of its first ping. */
export function exportSessions({ site, range, filters }: ResolvedRequest) {
  return chosenSessions(site, range, filters).map(({ session_id, first, first_seen_at, last_seen_at }) => ({
    ...first,
    session_id,
    channel: channelOf(first),
    referrer_source: first.source,
    referrer_medium: first.medium,
    first_seen_at: new Date(first_seen_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
  }));
}

/** A row for each event of a period. */
export function exportEvents({ site, range, filters }: ResolvedRequest) {
  return chosenEvents(site, range, filters).map(({ ping, session, visitor_id, amount }) => ({
    site_id: ping.site_id,
    event: ping.event,
    event_id: ping.event_id,
    occurred_at: new Date(ping.pinged_at).toISOString(),
    page_path: ping.page_path,
    session_id: session?.session_id ?? '',
    visitor_id,
    props: JSON.stringify(ping.props),
    amount: ping.currency === '' ? null : Number(decimal(amount)),
    currency: ping.currency,
  }));
}

/** A row for each page of a period, as in `/pages`; with several sites, for each page of each site. */
export function exportPages(request: ResolvedRequest) {
  if (!request.asked.several) return pageSummaries(request);
  const { filters } = request;
  return request.site.ids.flatMap((site_id) => {
    const titles = request.sites.find(({ ids }) => ids[0] === site_id)?.titles ?? new Map();
    const ofSite = { dimension: 'site' as const, operator: ':' as const, values: [site_id] };
    return pageSummaries({ ...request, filters: [...filters, ofSite] }).map((page) => ({
      site_id,
      ...page,
      page_title: titles.get(page.page_path) ?? '',
    }));
  });
}
