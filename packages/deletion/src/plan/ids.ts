import { join, raw, type Sql, sql, text } from '@tallyhouse/sql';
import type { Target } from '../target.ts';
import { requestId } from './crawls.ts';

type Kind = Exclude<Target['kind'], 'site'>;

const select = (columns: string, table: string, condition: Sql) =>
  sql`select ${raw(columns)} from ${raw(table)} where site_id = {site:String} and ${condition}`;
const allOf = (...queries: readonly Sql[]) => join(queries, '\nunion distinct\n');

const isView = sql`event = '' and drop_reason = ''`;
const isEvent = sql`event != '' and drop_reason = ''`;
const ofVisitor = sql`visitor_id = {id:UUID}`;
const ofAddress = sql`ip = {address:String}`;
/** For good: what was before a day may have been imported again. */
const isForgotten = (kind: 'session' | 'ping' | 'visitor', column: string) =>
  sql`SHA256(concat(${text(`${kind} `)}, {site:String}, ' ', toString(${raw(column)}))) in (select hash from forgotten where kind = ${text(kind)} and received_before > now())`;

const noId = "toUUID('00000000-0000-0000-0000-000000000000')";
const withVisitor = 'session_id, visitor_id';

const beganBefore = (ofSite: Sql) => sql`
select site_id, session_id
from sessions
where ${ofSite}
  and session_hour <= toDateTime({day:Date}, 'UTC') + toIntervalMillisecond({id_lead:UInt32})
group by site_id, session_id
having min(first_seen_at) < toDateTime64({day:Date}, 3, 'UTC')`;

/** Query of site and id of all sessions that began before the day. */
export const sessionsBefore = beganBefore(sql`true`);

/** Queries of the ids of the sessions to delete. */
export const sessionIds: Readonly<Record<Kind, Sql>> = {
  // A session may have pings with several visitor ids: it is deleted as a whole.
  visitor: allOf(
    select('session_id', 'pings', sql`${ofVisitor} and ${isView}`),
    ...['sessions', 'pageviews', 'changed_sessions'].map((table) => select('session_id', table, ofVisitor)),
  ),
  session: sql`select {id:UUID} as session_id`,
  // Raw pings may be gone (RETENTION_PINGS); the session keeps the address of its first one.
  ip: allOf(
    select('session_id', 'pings', sql`${ofAddress} and ${isView}`),
    select('session_id', 'sessions', sql`tupleElement(geography, 'ip') = {address:String}`),
  ),
  // A session that began before the day is deleted as a whole. Its id is ahead of its first ping by at most `idLead`.
  before: sql`select session_id from (${beganBefore(sql`site_id = {site:String}`)})`,
  // Only the session of an event counts: its visitor may have named another one's session.
  forgotten: sql`
select session_id
from (
    ${allOf(
      select(withVisitor, 'pings', isView),
      ...['sessions', 'pageviews', 'changed_sessions'].map((table) => select(withVisitor, table, sql`true`)),
      sql`select session_id, ${raw(noId)} from events where site_id = {site:String} and notEmpty(session_id)`,
    )}
)
where ${isForgotten('session', 'session_id')} or ${isForgotten('visitor', 'visitor_id')}`,
};

/** Queries of the ids of further pings to delete: of events, and of requests of pages. */
export const pingIds: Readonly<Record<Kind, Sql>> = {
  visitor: allOf(
    select('ping_id', 'events', ofVisitor),
    select('ping_id', 'pings', sql`${ofVisitor} and ${isEvent}`),
  ),
  session: sql`select ping_id from events where false`,
  // Only the raw ping of an event has the address.
  ip: allOf(
    select('ping_id', 'pings', sql`${ofAddress} and ${isEvent}`),
    select(requestId, 'crawls', ofAddress),
  ),
  before: select('ping_id', 'events', sql`occurred_at < toDateTime64({day:Date}, 3, 'UTC')`),
  forgotten: sql`
select ping_id
from (
    ${allOf(
      select('ping_id, visitor_id', 'events', sql`true`),
      select('ping_id, visitor_id', 'pings', isEvent),
      select(`${requestId}, ${noId}`, 'crawls', sql`true`),
    )}
)
where ${isForgotten('ping', 'ping_id')} or ${isForgotten('visitor', 'visitor_id')}`,
};
