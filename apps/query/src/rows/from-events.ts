/** The events that count, as subqueries: settled rows, or live ones with the properties of their sessions. */

import type { Filter } from '@tallyhouse/filter';
import { propertyColumns } from '@tallyhouse/ping/session-properties';
import { fillFilters } from '../filter/fill-filters.ts';
import { ofSites } from '../sites/narrow.ts';
import type { Bindings } from './bindings.ts';
import { withExitPages } from './exits.ts';
import { namedColumns } from './named-columns.ts';
import { atHours, atTimes, onDays } from './span-conditions.ts';
import { hullOf, type Span } from './spans.ts';

interface Scope {
  text: string;
  bindings: Bindings;
  filters: readonly Filter[];
  ofSessions: boolean;
  withExits: boolean;
  overShards: boolean;
}

const hour = 3_600_000;
const nobody = "toUUID('00000000-0000-0000-0000-000000000000')";

/**
 * The session hours with events on several days of the report, as changed_events notes the day and session hour of each event. Of
 * such an hour a session may have events on two days, in whichever tables these are read.
 */
export const hoursOfSeveralDays = `(
    select site_id, session_hour
    from changed_events
    where ${ofSites}
      and day >= toDate({start:DateTime64(3, 'UTC')})
      and day <= toDate({end:DateTime64(3, 'UTC')})
    group by site_id, session_hour
    having uniqExact(day) > 1
)`;

/** Whole days that are settled. Only columns of the projections are tested. */
export const sumsOfEvents = (scope: Scope, spans: readonly Span[]) => `(
    select
        ${namedColumns('settled_events', scope.text)},
        (site_id, session_id) as session
    from settled_events
    where ${ofSites}
      and ${onDays(scope.bindings, spans)}
) as event_rows`;

/** Rows of settled days. */
export function settledEvents(scope: Scope, spans: readonly Span[]): string {
  return `(
    select
        ${namedColumns('settled_events', scope.text)},
        (site_id, session_id) as session
    from settled_events
    where ${ofSites}
      and (${onDays(scope.bindings, spans)})
      and ${inSpans(scope, spans)}
      ${filtered(scope, spans)}
) as event_rows`;
}

/**
 * Rows of live days. Of events with one id the first counts, on whichever day the others are. The session that an event names may
 * be of any age; it counts once it has a pageview, and then it also says who the visitor is, unless the event does.
 */
export function liveEvents(scope: Scope, spans: readonly Span[]): string {
  const near = nearSpans(scope, spans);
  return `(
    select
        ${propertyColumns}
        ${scope.withExits ? 'exit_page,' : ''}
        site_id,
        event,
        event_id,
        occurred_at,
        ping_id,
        page_path,
        props,
        amount,
        currency,
        (site_id, session_id) as session,
        if(is_session, named_session_id, ${nobody}) as session_id,
        if(notEmpty(named_visitor_id), named_visitor_id, session_visitor_id) as visitor_id
    from (
        select
            site_id,
            event,
            event_id,
            occurred_at,
            ping_id,
            page_path,
            props,
            amount,
            currency,
            session_hour,
            session_id as named_session_id,
            visitor_id as named_visitor_id
        from events final
        where ${ofSites}
          and ${near}
          and ${inSpans(scope, spans)}
          and ${isFirstOfId(near)}
    ) as live_events
    left any join ${namedSessions(scope, near)} as named_sessions using (site_id, session_hour, named_session_id)
    where true
      ${filtered(scope, spans)}
) as event_rows`;
}

/** The sessions that events name, with their properties. @param near the condition on the key of the events */
function namedSessions({ withExits }: Scope, near: string): string {
  const named = `(site_id, session_hour, session_id) in (
              select
                  site_id, session_hour,
                  session_id
              from events
              where ${ofSites}
                and ${near}
                and notEmpty(session_id)
          )`;
  const sessions = `(
        select
            ${propertyColumns}
            site_id, session_hour,
            session_id as named_session_id,
            visitor_id as session_visitor_id,
            true as is_session
        from sessions final
        where ${ofSites}
          and ${named}
    )`;
  return withExits ? withExitPages(sessions, named, 'named_session_id') : sessions;
}

/** Of events with one id the first counts, whichever of them are near. @param near the condition that narrows the events */
const isFirstOfId = (near: string) => `(
              event_id = ''
              or (site_id, event_id, occurred_at, ping_id) in (
                  select
                      site_id, event_id,
                      tupleElement(min(first) as first_event, 'occurred_at'),
                      tupleElement(first_event, 'ping_id')
                  from event_ids
                  where ${ofSites}
                    and (site_id, event_id) in (
                        select site_id, event_id
                        from events
                        where ${ofSites}
                          and ${near}
                          and event_id != ''
                    )
                  group by site_id, event_id
              )
          )`;

/**
 * The events that name certain sessions, at any time.
 * @param nearSessions the condition on `session_hour` of these sessions
 */
export function eventsOfSessions(nearSessions: string): string {
  // Events are sorted by time: changed_events has the days of those that name sessions of an hour.
  const near = `toDate(event_hour) in (
              select day
              from changed_events
              where ${ofSites}
                and ${nearSessions}
          )
          and ${nearSessions}`;
  return `(
    select
        event,
        occurred_at,
        ping_id,
        (site_id, session_id) as session
    from events final
    where ${ofSites}
          and ${near}
          and ${isFirstOfId(near)}
) as event_rows`;
}

/** The filter's conditions. They look among the sessions that the events name, whose age has no limit. */
function filtered(scope: Scope, spans: readonly Span[]): string {
  const named = (hours: string) => `(
      select ${hours}
      from events
      where ${ofSites}
        and ${nearSpans(scope, spans)}
        and notEmpty(session_id)
  )`;
  const { sql } = fillFilters(
    `/* filter: ${scope.ofSessions ? 'session_events' : 'events'} */`,
    scope.filters,
  );
  const [start, end] = ["{key_start:DateTime('UTC')}", "{key_end:DateTime('UTC')}"];
  if (!scope.overShards) {
    return sql
      .replaceAll(start, () => named('min(session_hour)'))
      .replaceAll(end, () => named('max(session_hour) + interval 1 hour'));
  }
  // The shard that is asked would find one number for all of them, from its own events.
  return sql
    .replaceAll(`session_hour >= ${start}`, () => `session_hour in ${named('session_hour')}`)
    .replaceAll(`session_hour < ${end}`, 'true')
    .replaceAll(start, beforeAllVisitors);
}

/** Earlier than any visit of a web site. */
const beforeAllVisitors = "toDateTime('1990-01-01 00:00:00', 'UTC')";

const inSpans = ({ bindings }: Scope, spans: readonly Span[]) =>
  `(${atTimes(bindings, 'occurred_at', spans)})`;

/** The condition on the key for events that may lie in the spans. */
function nearSpans({ bindings }: Scope, spans: readonly Span[]): string {
  const { from, until } = hullOf(spans);
  return atHours(bindings, 'event_hour', [{ from: Math.floor(from / hour) * hour, until }]);
}
