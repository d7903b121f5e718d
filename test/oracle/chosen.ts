import { type Filter, isOfPageviews, pageviewFits, sessionFits } from './filter.ts';
import type { Pageview, Session, Site } from './site.ts';

/** Milliseconds since 1970: the start belongs to it, the end does not. */
export interface Range {
  start: number;
  end: number;
}

export const holdsTime = ({ start, end }: Range, at: number) => start <= at && at < end;

/** The pageviews entered in the range that fit the filters, in sessions that do. */
export function chosenPageviews(site: Site, range: Range, filters: Filter[]): Pageview[] {
  return site.pageviews.filter(
    (pageview) =>
      holdsTime(range, pageview.entered_at) &&
      pageviewFits(pageview, filters) &&
      sessionFits(pageview.session, filters),
  );
}

/**
 * The sessions begun in the range that fit the filters; where those ask for a page or a referrer, one pageview
 * in the range must hold them all.
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
