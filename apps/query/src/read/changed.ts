/** The sessions (and their visitors) that changed since the changed days were settled. */

import { sqlSecond } from '@tallyhouse/clickhouse';
import type { ChangedSession } from '@tallyhouse/settle';
import { empty, inSet, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import { type About, ofSites, siteColumn } from './about.ts';
import { nearSpans } from './near.ts';
import type { Span } from './spans.ts';

export interface Sessions {
  /** Those with a ping stored at or after this time, milliseconds since 1970. */
  since: number;
  /** They, when they are few (packages/settle/src/trust/trusted-days.ts). */
  few: readonly ChangedSession[] | undefined;
}

type Of = 'session' | 'visitor';

/** The condition on settled rows that their session (visitor) did not change. */
export function isUnchanged(about: About, of: Of, sessions: Sessions, spans: readonly Span[]): Sql {
  if (sessions.few === undefined) {
    const columns = of === 'session' ? sql`${siteColumn(about.sites)}session_id` : raw('visitor_id');
    return inSet(sql`(${columns})`, changedIds(about, of, columns, sessions.since, spans), { not: true });
  }
  const ids = keysOf(of, sessions.few).map(({ id }) => `\\'${id}\\'`);
  return ids.length > 0 ? raw(`${of}_id not in '[${ids}]'::Array(UUID)`) : raw('true');
}

/** The condition on live rows that their session (visitor) changed, by the columns of the table's key, so that few rows are read. */
export function hasChanged(about: About, of: Of, sessions: Sessions, spans: readonly Span[]): Sql {
  if (sessions.few === undefined) {
    const site = siteColumn(about.sites);
    const [key, columns] =
      of === 'session'
        ? [sql`(${site}session_hour, session_id)`, sql`${site}session_hour, session_id`]
        : [
            raw('(visitor_hour, visitor_id)'),
            raw("toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')), visitor_id"),
          ];
    return inSet(key, changedIds(about, of, columns, sessions.since, spans), { inShared: of === 'visitor' });
  }
  const keys = keysOf(of, sessions.few).map(({ hour, id }) => `(\\'${sqlSecond(hour)}\\',\\'${id}\\')`);
  if (keys.length === 0) return raw('false');
  return raw(`(${of}_hour, ${of}_id) in '[${keys}]'::Array(Tuple(DateTime('UTC'), UUID))`);
}

/**
 * Each key once. They are text of the SQL: as parameters they would be part of a URL, and may be too long for a proxy. One literal for
 * the whole list takes ClickHouse less time than one for each value. A session of another site with the same id may be read live too.
 */
function keysOf(of: Of, sessions: readonly ChangedSession[]) {
  const keys = sessions.map(({ sessionHour, sessionId, visitorHour, visitorId }) =>
    of === 'session' ? { hour: sessionHour, id: sessionId } : { hour: visitorHour, id: visitorId },
  );
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

/** The changed sessions (visitors) that may have rows in the spans, looked up. */
function changedIds(about: About, of: Of, columns: Sql, since: number, spans: readonly Span[]): Sql {
  return sql`
select ${columns}
from ${table('changed_sessions')}
where ${ofSites(about.sites)}
  and changed_from >= toStartOfFiveMinutes(${time(since)})
  and changed_at >= ${time(since)}
  ${of === 'visitor' ? empty : sql`and ${nearSpans(about, spans).hours}`}`;
}
