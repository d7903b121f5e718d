import { type Filter, isOfPageviews, pageviewFits, sessionFits } from './filter.ts';
import type { Pageview, Session, Site } from './site.ts';

/** Milliseconds since 1970, start included, end excluded. */
export interface Range {
  start: number;
  end: number;
}

export const holdsTime = ({ start, end }: Range, at: number) => start <= at && at < end;

/** The pageviews entered in the range that match the filters, in sessions that match. */
export function chosenPageviews(site: Site, range: Range, filters: Filter[]): Pageview[] {
  return site.pageviews.filter(
    (pageview) =>
      holdsTime(range, pageview.entered_at) &&
      pageviewFits(pageview, filters) &&
      sessionFits(pageview.session, filters),
  );
}

/**
 * The sessions that began in the range and match the filters; filters on page or referrer must all hold for one pageview
 * in the range.
 */
export function chosenSessions(site: Site, range: Range, filters: Filter[]): Session[] {
  const asksForPageviews = filters.some((filter) => isOfPageviews(filter.dimension));
  return site.sessions.filter(
    (session) =>
      holdsTime(range, session.first_seen_at) &&
      sessionFits(session, filters) &&
      (!asksForPageviews ||
        session.pageviews.some(
          (pageview) => holdsTime(range, pageview.entered_at) && pageviewFits(pageview, filters),
        )),
  );
}
