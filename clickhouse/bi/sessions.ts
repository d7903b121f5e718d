import { columnsIn, sessionColumns, sessionRows } from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { final, sql } from '@tallyhouse/sql';
import { daysOfTrust, liveWindow, unitedDays } from './trust.ts';
import {
  asOnShards,
  castTime,
  columnsOf,
  computedColumns,
  computedOf,
  listed,
  liveProperties,
  ofItsSession,
  site,
  time,
  type View,
} from './view.ts';

const ofSessions = ['site_id', 'date', 'session_id', 'visitor_id', 'first_seen_at', 'last_seen_at'];
const countsOfSessions = ['pageviews', 'duration_ms', 'bounced'];

const liveSessions = sql`
select
    site_id,
    toDate(first_seen_at) as date,
    session_id,
    cast(visitor_id, 'UUID') as visitor_id,
    ${castTime('first_seen_at')},
    ${castTime('last_seen_at')},
    pageviews,
    duration_ms,
    toBool(bounced) as bounced,
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
    { name: 'date', type: 'Date', comment: 'UTC day of first_seen_at' },
    ...columnsOf(sessionColumns, ['session_id', 'visitor_id', 'first_seen_at']),
    { name: 'last_seen_at', type: time, comment: 'Time of the last ping' },
    ...columnsOf(sessionColumns, countsOfSessions),
    ...columnsIn(`
is_new | Bool | Whether it is the first session of its visitor on the site. Slower than other columns: it reads all visitors`),
    ...columnsOf(sessionColumns, ofItsSession),
    ...computedColumns,
  ],
  given: daysOfTrust('settled_sessions'),
  rows: () => sql`
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
    ${listed(propertyNames)},
    ${computedOf()}
from (
    ${unitedDays(liveSessions, settledSessions, 'settled_sessions')}
)`,
  // A session is the first of its visitor if no shard saw the visitor earlier.
  overShards: asOnShards('sessions', ['session_id', 'visitor_id'], (shards) => [
    sql`-- Compared here too, or each shard would ask all of them.
        arrayExists(is_first -> is_first, [
            is_new
            and (site_id, visitor_id, first_seen_at) in (
                select
                    site_id,
                    visitor_id,
                    min(first_seen_at)
                from ${shards.views('visitors')}
                group by all
            )
        ])::Bool as is_new`,
  ]),
  dayOf: 'first_seen_at',
};

/** In a separate database, which most readers must not see. @param name of the view on a shard */
export const personalSessions = (name: string): View => ({
  name,
  comment: 'The address and the position of each session. Personal data',
  columns: () => [
    site,
    { name: 'date', type: 'Date', comment: 'UTC day of first_seen_at' },
    ...columnsOf(sessionColumns, ['session_id', 'visitor_id']),
    ...columnsIn(`
first_seen_at | ${time} | Time of the first ping
ip | String | IP address of the visitor, as IP_STORAGE keeps it
latitude | Nullable(Float32) | Degrees north, of the city or country, to one decimal; null when unknown
longitude | Nullable(Float32) | Degrees east, of the city or country, to one decimal; null when unknown`),
  ],
  rows: () => sql`
select
    site_id,
    toDate(first_seen_at) as date,
    session_id,
    cast(visitor_id, 'UUID') as visitor_id,
    ${castTime('first_seen_at')},
    ip,
    round(latitude, 1) as latitude,
    round(longitude, 1) as longitude
from ${final('sessions')}`,
  overShards: asOnShards('personal_sessions', ['session_id', 'visitor_id']),
});
