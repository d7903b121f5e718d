import type { PingRow } from '@tallyhouse/ping';
import { holdsEvents } from '../chosen.ts';
import { pageviewFits, sessionFits } from '../filter.ts';
import { alphabetical, by, descending } from '../order.ts';
import { sessionOf } from '../site.ts';
import { distinct, groupBy, type ReportBody, type ResolvedRequest } from './report.ts';

const minute = 60_000;

/** The visitors with a ping in the last five minutes. */
export function realtime({ site, filters, limit, now }: ResolvedRequest): ReportBody {
  const sessions = new Map(site.sessions.map((session) => [sessionOf(session.first), session]));
  const within = ({ pinged_at }: PingRow, from: number, until: number) =>
    from < pinged_at && pinged_at <= until;
  const pings = site.pings.filter((ping) => {
    const session = sessions.get(sessionOf(ping));
    return (
      within(ping, now - 5 * minute, now) &&
      session !== undefined &&
      sessionFits(session, filters) &&
      holdsEvents(site, session, { start: now - 5 * minute, end: now }, filters) &&
      pageviewFits(ping, filters)
    );
  });
  // A visitor is on the page of the latest ping, with the source of that ping's session.
  const latest = groupBy(pings, (ping) => ping.visitor_id).map((own) => own.at(-1) ?? own[0]);
  const visitors = (name: (ping: PingRow) => string) =>
    groupBy(latest, name)
      .map((own) => ({ name: name(own[0]), active_visitors: own.length }))
      .sort(
        by(
          descending((row) => row.active_visitors),
          alphabetical((row) => row.name),
        ),
      )
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
      per_minute: [5, 4, 3, 2, 1].map((ago) =>
        distinct(
          pings
            .filter((ping) => within(ping, now - ago * minute, now - (ago - 1) * minute))
            .map((ping) => ping.visitor_id),
        ),
      ),
    },
  };
}
