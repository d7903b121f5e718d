import { holdsTime, isChosen, type Range } from './chosen.ts';
import {
  eventFits,
  type Filter,
  pageviewFits,
  positive,
  sessionDimensions,
  valueFits,
  written,
} from './filter.ts';
import type { Event, Pageview, Session, Site } from './site.ts';

/** A goal: conditions that one event or pageview must meet. */
export type Goal = Filter[];

/** An event or a pageview that meets the conditions of a goal. */
export interface Conversion {
  at: number;
  session: Session | undefined;
  /** Empty when unknown. */
  visitor_id: string;
  event?: Event;
}

const isOfEvents = ({ dimension }: Filter) => dimension === 'event' || dimension.startsWith('prop.');

/** The conversions of a goal in the range, in sessions that match the filters. */
export function conversionsOf(
  goal: Goal,
  { site, range, filters }: { site: Site; range: Range; filters: Filter[] },
): Conversion[] {
  const all: Conversion[] = goal.some(isOfEvents)
    ? site.events
        .filter((event) => eventFits(event, goal))
        .map((event) => ({ ...event, at: event.ping.pinged_at, event }))
    : site.pageviews
        .filter((view) => pageviewFits(view, goal))
        .map(({ entered_at, session, visitor_id }) => ({ at: entered_at, session, visitor_id }));
  return all.filter((one) => holdsTime(range, one.at) && belongs(one, site, range, filters));
}

/** Without a session, only the site is known: there are no other properties, no pageviews and no events. */
const belongs = ({ session, event }: Conversion, site: Site, range: Range, filters: Filter[]): boolean =>
  session
    ? isChosen(session, site, range, filters)
    : filters.every((filter) =>
        filter.dimension in sessionDimensions
          ? valueFits(filter, (filter.dimension === 'site' && event?.ping.site_id) || '')
          : isOfEvents(filter) && filter !== positive(filter),
      );

/** Whether an event or a pageview meets a goal. */
export const eventMatches = (event: Event, goal: Goal) => goal.some(isOfEvents) && eventFits(event, goal);
export const viewMatches = (view: Pageview, goal: Goal) => !goal.some(isOfEvents) && pageviewFits(view, goal);

export const writtenGoal = (goal: Goal) =>
  goal.map((condition) => written(condition).replaceAll(';', '\\;')).join(';');
