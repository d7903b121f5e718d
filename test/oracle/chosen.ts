import { eventFits, type Filter, isOfPageviews, pageviewFits, positive, sessionFits } from './filter.ts';
import type { Event, Pageview, Session, Site } from './site.ts';

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
      sessionFits(pageview.session, filters) &&
      holdsEvents(site, pageview.session, range, filters),
  );
}

/** The sessions that began in the range and match the filters; one pageview in the range must meet all filters on page or referrer. */
export function chosenSessions(site: Site, range: Range, filters: Filter[]): Session[] {
  return site.sessions.filter(
    (session) => holdsTime(range, session.first_seen_at) && isChosen(session, site, range, filters),
  );
}

/** Whether the filters select a session, whenever it began. */
export function isChosen(session: Session, site: Site, range: Range, filters: Filter[]): boolean {
  const asksForPageviews = filters.some((filter) => isOfPageviews(filter.dimension));
  return (
    sessionFits(session, filters) &&
    holdsEvents(site, session, range, filters) &&
    (!asksForPageviews ||
      session.pageviews.some(
        (pageview) => holdsTime(range, pageview.entered_at) && pageviewFits(pageview, filters),
      ))
  );
}

/**
 * Whether a session has the events in the range that the filters require: one that meets all filters on events, or one for each name with the
 * properties; and none that a negated filter names.
 */
export function holdsEvents(site: Site, session: Session, range: Range, filters: Filter[]): boolean {
  const onEvents = filters.filter(({ dimension }) => dimension === 'event' || dimension.startsWith('prop.'));
  if (onEvents.length === 0) return true;
  const events = site.events.filter(
    (event) => event.session === session && holdsTime(range, event.ping.pinged_at),
  );
  const asked = onEvents.filter((filter) => filter === positive(filter));
  const names = asked.filter(({ dimension }) => dimension === 'event');
  const properties = asked.filter(({ dimension }) => dimension !== 'event');
  const kinds =
    names.length > 1 ? names.map((name) => [name, ...properties]) : asked.length > 0 ? [asked] : [];
  const refused = onEvents.filter((filter) => filter !== positive(filter));
  return (
    kinds.every((kind) => events.some((event) => eventFits(event, kind))) &&
    !refused.some((filter) => events.some((event) => eventFits(event, [positive(filter)])))
  );
}

/**
 * The events in the range that match the filters by name, property, page and session; one pageview of the session in the range must meet all
 * filters on referrer.
 */
export function chosenEvents(site: Site, range: Range, filters: Filter[]): Event[] {
  const onReferrer = filters.filter(({ dimension }) => dimension === 'referrer');
  return site.events.filter(
    (event) =>
      holdsTime(range, event.ping.pinged_at) &&
      eventFits(event, filters) &&
      (onReferrer.length === 0 ||
        event.session?.pageviews.some(
          (pageview) => holdsTime(range, pageview.entered_at) && pageviewFits(pageview, onReferrer),
        )),
  );
}
