/** Views with a row for each session, pageview, event and visitor. */

import { eventRows, sessionRows } from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { final, join, raw, sql, table } from '@tallyhouse/sql';
import { columnsOfItsSession, columnsOfSession } from './property-columns.ts';
import { daysOfTrust, liveWindow, staleDays, unitedDays } from './trust.ts';
import { comparedHere, listed, type Shards, site, type View } from './view.ts';

const withoutNulls = raw('join_use_nulls = 0');
const text = 'LowCardinality(String)';
const time = "DateTime64(3, 'UTC')";
const exitPage = 'Of its session: path of the last page';
const liveProperties = propertyNames.map((name) => `toLowCardinality(${name}) as ${name}`);
/** Cast, as the types in the entity tables are those of aggregates. */
const castTime = (name: string) => `cast(${name}, 'DateTime64(3, \\'UTC\\')') as ${name}`;

/** Rows as each shard has them, whose ids are compared by the server that was asked. */
const unchanged = (view: string, ids: readonly string[]) => (shards: Shards) =>
  sql`
select
    *
    replace (
        ${join(ids.map(comparedHere), ',\n')}
    )
from (
    select *
    from ${shards.views(view)}
)`;

const ofSessions = ['site_id', 'date', 'session_id', 'visitor_id', 'first_seen_at', 'last_seen_at'];
const countsOfSessions = ['pageviews', 'duration_ms', 'bounced'];

const liveSessions = sql`
select
    site_id,
    toDate(first_seen_at) as date,
    session_id,
    cast(visitor_id, 'UUID') as visitor_id,
    ${raw(castTime('first_seen_at'))},
    ${raw(castTime('last_seen_at'))},
    pageviews,
    duration_ms,
    bounced,
    toLowCardinality(exit_page) as exit_page,
    ${listed(liveProperties)}
from (
    ${sessionRows(
      [
        'site_id',
        'session_id',
        'visitor_id',
        'first_seen_at',
        'last_seen_at',
        ...countsOfSessions,
        'exit_page',
        ...propertyNames,
      ],
      liveWindow,
    )}
)`;

const settledSessions = [
  'site_id',
  'day as date',
  'session_id',
  'visitor_id',
  'first_seen_at',
  'first_seen_at + toIntervalMillisecond(duration_ms) as last_seen_at',
  ...countsOfSessions,
  'exit_page',
  ...propertyNames,
];

export const sessions: View = {
  name: 'sessions',
  comment: 'One row per session (visit), with its source, place and device',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of first_seen_at'],
    ['session_id', 'UUID', 'Id of the session (visit); one row each'],
    ['visitor_id', 'UUID', 'Visitor'],
    [
      'first_seen_at',
      time,
      'Time of the first ping; the session counts in the period that contains this time',
    ],
    ['last_seen_at', time, 'Time of the last ping'],
    ['pageviews', 'UInt32', 'Number of its pageviews'],
    ['duration_ms', 'UInt64', 'Time from the first to the last ping, milliseconds'],
    ['bounced', 'Bool', 'Whether the session has exactly one pageview'],
    [
      'is_new',
      'Bool',
      'Whether it is the first session of its visitor on the site. Slower than other columns: it reads all visitors',
    ],
    ['exit_page', text, 'Path of the last page'],
    ...columnsOfSession,
  ],
  rows: () => sql`
with
    ${daysOfTrust('settled_sessions')}
select
    ${listed([...ofSessions, ...countsOfSessions])},
    toBool((site_id, visitor_id, first_seen_at) in (
        select
            site_id,
            visitor_id,
            first_seen_at
        from ${final('visitors')}
    )) as is_new,
    exit_page,
    ${listed(propertyNames)}
from (
    ${unitedDays(liveSessions, settledSessions, 'settled_sessions')}
)`,
  // A session is the first of its visitor if no shard saw the visitor earlier.
  overShards: (shards) => sql`
select
    *
    replace (
        ${comparedHere('session_id')},
        ${comparedHere('visitor_id')},
        -- Compared here too, or each shard would ask all of them.
        arrayExists(is_first -> is_first, [
            is_new
            and (site_id, visitor_id, first_seen_at) in (
                select
                    site_id,
                    visitor_id,
                    min(first_seen_at)
                from ${shards.views('visitors')}
                group by
                    site_id,
                    visitor_id
            )
        ])::Bool as is_new
    )
from (
    select *
    from ${shards.views('sessions')}
)`,
  settings: withoutNulls,
};

const ofViews = [
  'page_path',
  'page_title',
  'focus_time_ms',
  'scroll_depth',
  'word_count',
  'is_entry',
  'is_exit',
  'next_page',
  'exit_page',
];

/**
 * Written apart from the definition of settled days: that compares pages by their hashes, as a day has many long paths, and looks them up
 * then; live rows are few.
 */
const livePageviews = sql`
select
    site_id,
    toDate(viewed.view.entered_at) as date,
    viewed.view.pageview_id as pageview_id,
    session_id,
    viewed.view.visitor_id as visitor_id,
    viewed.view.entered_at as entered_at,
    viewed.view.exited_at as exited_at,
    toLowCardinality(viewed.view.page_path) as page_path,
    toLowCardinality(viewed.view.page_title) as page_title,
    viewed.view.focus_time_ms as focus_time_ms,
    viewed.view.scroll_depth as scroll_depth,
    viewed.view.word_count as word_count,
    toBool(viewed.place = 1) as is_entry,
    toBool(viewed.place = viewed.places) as is_exit,
    toLowCardinality(viewed.following) as next_page,
    toLowCardinality(viewed.last_page) as exit_page,
    ${listed(liveProperties)}
from (
    select
        site_id,
        session_hour,
        session_id,
        pages[-1] as last_page,
        length(views) as places,
        view,
        place,
        following
    from (
        select
            site_id,
            session_hour,
            session_id,
            arraySort(view -> (view.entered_at, toUInt128(view.pageview_id)), groupArray((
                entered_at,
                pageview_id,
                page_path,
                page_title,
                visitor_id,
                exited_at,
                focus_time_ms,
                scroll_depth,
                word_count
            )::Tuple(
                entered_at DateTime64(3, 'UTC'),
                pageview_id UUID,
                page_path String,
                page_title String,
                visitor_id UUID,
                exited_at DateTime64(3, 'UTC'),
                focus_time_ms UInt32,
                scroll_depth UInt8,
                word_count UInt32
            ))) as views,
            tupleElement(views, 'page_path') as pages,
            -- The page of the next view; consecutive views of one page share the one of the last of them.
            arrayReverseFill((next, page) -> next != page, arrayShiftLeft(pages, 1), pages) as next_pages
        from ${final('pageviews')}
        where ${liveWindow.key}
        group by
            site_id,
            session_hour,
            session_id
    )
    array join
        views as view,
        arrayEnumerate(views) as place,
        next_pages as following
    where ${liveWindow.at('view.entered_at')}
) as viewed
left any join (
    select
        site_id,
        session_hour,
        session_id,
        ${listed(propertyNames)}
    from ${final('sessions')}
    where ${liveWindow.key}
) as properties using (site_id, session_hour, session_id)`;

const idsOfViews = ['pageview_id', 'session_id', 'visitor_id'];

export const pageviews: View = {
  name: 'pageviews',
  comment: 'One row per pageview, with its place in its session and the properties of the session',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of entered_at'],
    ['pageview_id', 'UUID', 'Id of the pageview; one row for each pageview id of a session'],
    ['session_id', 'UUID', 'Session'],
    ['visitor_id', 'UUID', 'Visitor'],
    ['entered_at', time, 'Time of the first ping; the pageview counts in the period that contains this time'],
    ['exited_at', time, 'Time of the last ping'],
    ['page_path', text, 'Path of the page'],
    ['page_title', text, 'Newest non-empty title that its pings sent'],
    ['focus_time_ms', 'UInt32', 'Milliseconds during which the page was visible and focused'],
    ['scroll_depth', 'UInt8', 'Deepest point seen, percent of the height of the page'],
    ['word_count', 'UInt32', 'Words in the text of the page; 0 when unknown'],
    ['is_entry', 'Bool', 'Whether it is the first pageview of its session'],
    ['is_exit', 'Bool', 'Whether it is the last pageview of its session'],
    ['next_page', text, 'The next other page in the session, at any later time; empty when there was none'],
    ['exit_page', text, exitPage],
    ...columnsOfItsSession,
  ],
  rows: () => sql`
with
    ${daysOfTrust('settled_pageviews')}
${unitedDays(
  livePageviews,
  ['site_id', 'day as date', ...idsOfViews, 'entered_at', 'exited_at', ...ofViews, ...propertyNames],
  'settled_pageviews',
)}`,
  overShards: unchanged('pageviews', idsOfViews),
  settings: withoutNulls,
};

const ofEvents = [
  'event',
  'ping_id',
  'event_id',
  'occurred_at',
  'session_id',
  'visitor_id',
  'page_path',
  'props',
  'amount',
  'currency',
];

const liveEvents = eventRows(['site_id', ...ofEvents, 'exit_page', ...propertyNames], {
  site: raw('site_id, '),
  ofSites: raw('true'),
  near: raw('toDate(event_hour) in stale_days'),
  at: () => raw('true'),
});

export const events: View = {
  name: 'events',
  comment: 'One row per event, with the properties of its session',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of occurred_at'],
    ['event', text, 'Name of the event'],
    ['ping_id', 'UUID', 'Id of the ping that reported it; one row each'],
    ['event_id', 'String', 'Id chosen by the sender: a site has one event for it. Empty when none was sent'],
    ['occurred_at', time, 'When it happened; the event counts in the period that contains this time'],
    ['session_id', 'UUID', 'Session, if it has a pageview; otherwise zeros'],
    ['visitor_id', 'UUID', 'Visitor: the one that was sent, or that of the session; zeros when unknown'],
    ['page_path', text, 'Path of the page; empty when none was sent'],
    [
      'props',
      'Map(LowCardinality(String), String)',
      "Properties: props['plan'] is the value of plan, empty when there is none",
    ],
    ['amount', 'Decimal(18, 4)', 'Revenue, negative for a refund; 0 without currency when none was sent'],
    ['currency', text, 'ISO 4217 code of the currency of amount; empty when no revenue was sent'],
    ['exit_page', text, exitPage],
    ...columnsOfItsSession,
  ],
  // The live rows come first, so that the settled ones are at least as new as the watermarks behind them.
  rows: () => sql`
with
    ${staleDays('settled_events')}
select
    site_id,
    toDate(occurred_at) as date,
    ${listed(ofEvents)},
    toLowCardinality(exit_page) as exit_page,
    ${listed(liveProperties)}
from (
    ${liveEvents}
)
union all
select
    site_id,
    day as date,
    ${listed([...ofEvents, 'exit_page', ...propertyNames])}
from ${table('settled_events')}
where site_id != ''
  and day not in stale_days`,
  // Each shard has the first of its own events with one event_id. Among these the first counts, on whichever day the others are. A
  // filter on the site narrows both sides of the join.
  overShards: (shards) => sql`
select
    events_of_shards.*
    replace (
        ${comparedHere('ping_id')},
        ${comparedHere('session_id')},
        ${comparedHere('visitor_id')}
    )
from (
    select *
    from ${shards.views('events')}
) as events_of_shards
left any join (
    select
        site_id,
        event_id,
        min(first) as first_event
    from ${shards.table('event_ids')}
    group by
        site_id,
        event_id
) as firsts using (site_id, event_id)
where event_id = '' or (occurred_at, ping_id) = first_event`,
  settings: withoutNulls,
};

export const visitors: View = {
  name: 'visitors',
  comment: 'One row per visitor of a site, with the time of its first visit',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of first_seen_at'],
    ['visitor_id', 'UUID', 'Id of the visitor; one row for each site that it came to'],
    ['first_seen_at', time, 'Time of the first ping of all time on the site'],
  ],
  rows: () => sql`
select
    site_id,
    toDate(first_seen_at) as date,
    visitor_id,
    ${raw(castTime('first_seen_at'))}
from ${final('visitors')}`,
  // A visitor may have rows on several shards: the first visit counts.
  overShards: (shards) => sql`
select
    site_id,
    toDate(first_visit_at) as date,
    ${comparedHere('visitor_id')},
    first_visit_at as first_seen_at
from (
    select
        site_id,
        visitor_id,
        min(first_seen_at) as first_visit_at
    from (
        select
            site_id,
            visitor_id,
            first_seen_at
        from ${shards.views('visitors')}
    )
    group by
        site_id,
        visitor_id
)`,
};

/** In a database of its own, which most readers must not see. @param name by which the view of a shard is found */
export const personalSessions = (name: string): View => ({
  name,
  comment: 'The address and the position of each session. Personal data',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of first_seen_at'],
    ['session_id', 'UUID', 'Id of the session (visit); one row each'],
    ['visitor_id', 'UUID', 'Visitor'],
    ['first_seen_at', time, 'Time of the first ping'],
    ['ip', 'String', 'IP address of the visitor, as IP_STORAGE keeps it'],
    [
      'latitude',
      'Nullable(Float32)',
      'Degrees north, of the city or country, to one decimal; null when unknown',
    ],
    [
      'longitude',
      'Nullable(Float32)',
      'Degrees east, of the city or country, to one decimal; null when unknown',
    ],
  ],
  rows: () => sql`
select
    site_id,
    toDate(first_seen_at) as date,
    session_id,
    cast(visitor_id, 'UUID') as visitor_id,
    ${raw(castTime('first_seen_at'))},
    ip,
    round(latitude, 1) as latitude,
    round(longitude, 1) as longitude
from ${final('sessions')}`,
  overShards: unchanged('personal_sessions', ['session_id', 'visitor_id']),
});
