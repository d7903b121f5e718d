import { only } from '@tallyhouse/clickhouse';
import { render, sql, table, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { ofSites, type Read } from './find.ts';
import type { ChangedSession } from './trusted-days.ts';

const changedSessions = z.object({
  changed: z.number(),
  sessions: z.array(z.tuple([z.number(), z.guid(), z.number(), z.guid()])),
});

/** The number of changed sessions, but little more than `most`, and which they are when they are few. */
export async function readChangedSessions(
  read: Read,
  sites: readonly string[] | undefined,
  since: number,
  most: number,
): Promise<{ changed: number; sessions: readonly ChangedSession[] | undefined }> {
  // Counts no further than one more than the limit, and names them when they are at most 100.
  const query = sql`
select
    count() as changed,
    groupUniqArray(101)((
        toUnixTimestamp(session_hour),
        session_id,
        toUnixTimestamp(toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC'))),
        visitor_id
    )) as found,
    if(length(found) > 100, [], found) as sessions
from (
    select
        session_hour,
        session_id,
        visitor_id
    from ${table('changed_sessions')}
    where ${ofSites(sites)}
      and changed_from >= toStartOfFiveMinutes(${time(since)})
      and changed_at >= ${time(since)}
    limit ${most + 1}
)
settings max_threads = 1`;
  const { sql: text, values } = render(query);
  const { changed, sessions } = only(await read(text, values, changedSessions));
  const named = sessions.map(([sessionHour, sessionId, visitorHour, visitorId]) => ({
    sessionHour: sessionHour * 1000,
    sessionId,
    visitorHour: visitorHour * 1000,
    visitorId,
  }));
  return { changed, sessions: changed === 0 || named.length > 0 ? named : undefined };
}
