import { computedNames, propertyNames } from '@tallyhouse/ping/session-properties';
import { empty, final, raw, type Sql, sql } from '@tallyhouse/sql';
import { lastPages } from './sessions.ts';
import { columnList, nearKey, rowsIn, type Window } from './window.ts';

const ofSession: readonly string[] = [...propertyNames, 'exit_page', ...computedNames];

/** Pageviews entered in the window. @param columns of `pageviews`, properties of the session, `exit_page`, or those of columnList */
export function pageviewRows(columns: readonly string[], window: Window): Sql {
  const { site } = window;
  const own = columns.filter((column) => !ofSession.includes(column));
  const bare = (listed: readonly string[]) => rowsIn('pageviews', 'entered_at', listed, window);
  const asked = columns.filter((column) => ofSession.includes(column));
  if (asked.length === 0) return bare(own);
  const properties = asked.filter((column) => column !== 'exit_page');
  // The sessions of these pageviews, whenever they began.
  const sessions = sql`
select
    ${columnList([...properties, 'session_hour'], window)},
    ${site}session_id
from ${final('sessions')}
${nearKey(window)}`;
  const exits = sql`
left any join (
    ${lastPages(window)}
) as exits using (${site}session_hour, session_id)`;
  return sql`
select
    ${raw(columns.join(',\n'))}
from (
    ${bare([...new Set(['site_id', 'session_hour', 'session_id', ...own])])}
) as bare_pageviews
left any join (
    ${sessions}
) as their_sessions using (${site}session_hour, session_id)
${asked.includes('exit_page') ? exits : empty}`;
}
