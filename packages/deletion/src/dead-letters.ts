import { join, type Sql, sql, text } from '@tallyhouse/sql';
import type { Target } from './target.ts';

const ofSite = sql`site_id = {site:String}`;

/** The ids in a message: it has the bytes of a ping, whether valid or not. */
const ids = sql`extractAll(lower(value), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`;

const planned = {
  sessions: sql`(select id from deleting where what = 'session')`,
  pings: sql`(select id from deleting where what = 'ping')`,
};

function namesItself(kind: 'visitor' | 'session' | 'ip' | 'forgotten'): Sql {
  if (kind === 'ip') return sql`position(value, concat('"', {address:String}, '"')) > 0`;
  if (kind !== 'forgotten') return sql`has(${ids}, toString({id:UUID}))`;
  const known = ['visitor ', 'session ', 'ping '].map(
    (one) =>
      sql`SHA256(concat(${text(one)}, {site:String}, ' ', id)) in (select hash from forgotten where received_before > now())`,
  );
  return sql`arrayExists(id -> ${join(known, ' or ')}, ${ids})`;
}

/**
 * The condition for dead letters that contain data of a target. The site is empty where it cannot be read.
 * @param doomed queries or names of the ids of deleted sessions and pings
 */
export function deadLettersOf(about: Target, doomed: { sessions: Sql; pings: Sql } = planned): Sql {
  if (about.kind === 'site') return ofSite;
  if (about.kind === 'before')
    return sql`${ofSite} and value != '' and received_at < toDateTime64({day:Date}, 3, 'UTC')`;
  const itself = namesItself(about.kind);
  const { sessions, pings } = doomed;
  const named = sql`arrayExists(id -> toUUIDOrZero(id) in ${sessions} or toUUIDOrZero(id) in ${pings}, ${ids})`;
  return sql`site_id in ({site:String}, '') and (${itself} or ${named})`;
}
