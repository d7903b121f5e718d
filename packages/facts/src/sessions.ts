import { final, raw, type Sql, sql } from '@tallyhouse/sql';
import { type Column, columnsIn, propertiesOfSession } from './columns.ts';
import { nearKey, rowsIn, type Window } from './window.ts';

export const sessionColumns: readonly Column[] = [
  ...columnsIn(`
session_hour | DateTime('UTC') | Hour of the time inside session_id | Delta(4), ZSTD(1)
session_id | UUID | Id of the session (visit); one row each
visitor_id | UUID | Visitor
first_seen_at | DateTime64(3, 'UTC') | Time of the first ping; the session counts in the period that contains this time | T64, ZSTD(1)
duration_ms | UInt64 | Time from the first to the last ping, milliseconds | T64, ZSTD(1)
bounced | Bool | Whether the session has exactly one pageview
pageviews | UInt32 | Number of its pageviews | T64, ZSTD(1)`),
  ...propertiesOfSession,
];

/** The page of the last pageview. Ids order pageviews of one millisecond: as numbers, because UUIDs compare by their second half. */
export const lastPage = raw('argMax(page_path, (entered_at, toUInt128(pageview_id)))');

/** The exit page and the number of pageviews of each session, whenever its pageviews were entered. */
export const lastPages = ({ site, ...near }: Pick<Window, 'site' | 'key' | 'few'>): Sql => sql`
select
    ${site}session_hour,
    session_id,
    ${lastPage} as exit_page,
    toUInt32(count()) as pageviews
from ${final('pageviews')}
${nearKey(near)}
group by
    ${site}session_hour,
    session_id`;

/** Columns computed from the pageviews of a session: a join, only for queries that read them. */
const ofPageviews: readonly string[] = ['exit_page', 'pageviews'];

/** Sessions whose first ping is in the window. @param columns of `sessions`, `exit_page`, `pageviews`, or those of columnList */
export function sessionRows(columns: readonly string[], window: Window): Sql {
  const own = columns.filter((column) => !ofPageviews.includes(column));
  const bare = (listed: readonly string[]) => rowsIn('sessions', 'first_seen_at', listed, window);
  if (own.length === columns.length) return bare(own);
  const listed = [...new Set(['site_id', 'session_hour', 'session_id', ...own])];
  return sql`
select
    ${raw(columns.map((column) => (column === 'session' ? 'bare_sessions.session' : column)).join(',\n'))}
from (
    ${bare(listed)}
) as bare_sessions
left any join (
    ${lastPages(window)}
) as exits using (${window.site}session_hour, session_id)`;
}
