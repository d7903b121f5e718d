import type { PingRow } from '@tallyhouse/ping';
import { holdsEvents } from '../chosen.ts';
import { pageviewFits, sessionFits } from '../filter.ts';
import { alphabetical, by, byBytes, descending, mostFirst } from '../order.ts';
import { sessionOf } from '../site.ts';
import { distinct, groupBy, type ReportBody, type ResolvedRequest } from './report.ts';

const minute = 60_000;

/** Visitors with a ping in the last five minutes; by minute and by pageview of the last thirty. */
export function realtime({ site, filters, limit, now }: ResolvedRequest): ReportBody {
  const sessions = new Map(site.sessions.map((session) => [sessionOf(session.first), session]));
  const within = ({ pinged_at }: PingRow, from: number, until: number) =>
    from < pinged_at && pinged_at <= until;
  const pingsOfLast = (minutes: number) =>
    site.pings.filter((ping) => {
      const session = sessions.get(sessionOf(ping));
      return (
        within(ping, now - minutes * minute, now) &&
        session !== undefined &&
        sessionFits(session, filters) &&
        holdsEvents(site, session, { start: now - minutes * minute, end: now }, filters) &&
        pageviewFits(ping, filters)
      );
    });
  const pings = pingsOfLast(5);
  // With a filter on events, sessions with such an event in the thirty minutes.
  const recentPings = pingsOfLast(30);
  const minutes = Array.from({ length: 30 }, (_, index) =>
    distinct(
      recentPings
        .filter((ping) => within(ping, now - (30 - index) * minute, now - (29 - index) * minute))
        .map((ping) => ping.visitor_id),
    ),
  );
  // A visitor is on the page of the latest ping; the source is that of its session.
  const latest = groupBy(pings, (ping) => ping.visitor_id).map((own) => own.at(-1) ?? own[0]);
  const visitors = (name: (ping: PingRow) => string) =>
    groupBy(latest, name)
      .map((own) => ({ name: name(own[0]), active_visitors: own.length }))
      .sort(mostFirst('active_visitors', 'name'))
      .slice(0, limit);
  const named = (column: 'country' | 'source') =>
    visitors((ping) => sessions.get(sessionOf(ping))?.first[column] ?? '').map(({ name, ...counts }) => ({
      [column]: name,
      ...counts,
    }));
  return {
    meta: { start: new Date(now - 5 * minute).toISOString(), end: new Date(now).toISOString() },
    data: {
      active_visitors: distinct(pings.map((ping) => ping.visitor_id)),
      active_sessions: distinct(pings.map(sessionOf)),
      pages: visitors((ping) => ping.page_path).map(({ name, active_visitors }) => ({
        page_path: name,
        page_title: site.titles.get(name) ?? '',
        active_visitors,
      })),
      countries: named('country'),
      sources: named('source'),
      sites: groupBy(pings, (ping) => ping.site_id)
        .map((own) => ({
          site_id: own[0].site_id,
          active_visitors: distinct(own.map((ping) => ping.visitor_id)),
        }))
        .sort(mostFirst('active_visitors', 'site_id')),
      per_minute: minutes.slice(-5),
      minutes,
      recent: site.pageviews
        .filter(
          (pageview) =>
            now - 30 * minute < pageview.entered_at &&
            pageview.entered_at <= now &&
            sessionFits(pageview.session, filters) &&
            holdsEvents(site, pageview.session, { start: now - 30 * minute, end: now }, filters) &&
            pageviewFits(pageview, filters),
        )
        .sort(
          by(
            descending((pageview) => pageview.entered_at),
            (a, b) => byBytes(b.pageview_id, a.pageview_id),
            (a, b) => byBytes(b.session.session_id, a.session.session_id),
            alphabetical((pageview) => pageview.session.first.site_id),
          ),
        )
        .slice(0, limit)
        .map(({ entered_at, page_path, title, session }) => ({
          site_id: session.first.site_id,
          entered_at: new Date(entered_at).toISOString(),
          page_path,
          page_title: title.text,
          source: session.first.source,
          country: session.first.country,
        })),
    },
  };
}
