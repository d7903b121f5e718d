import { final, raw, type Sql, sql } from '@tallyhouse/sql';
import type { Window } from './window.ts';

/** The page of the last of some pageviews. Ids order pageviews of one millisecond: as numbers, as UUIDs compare by their second half. */
export const lastPage = raw('argMax(page_path, (entered_at, toUInt128(pageview_id)))');

/** The exit page and the number of pageviews of each session, whenever its pageviews were entered. */
export const lastPages = ({ site, key }: Pick<Window, 'site' | 'key'>): Sql => sql`
select
    ${site}session_hour,
    session_id,
    ${lastPage} as exit_page,
    toUInt32(count()) as pageviews
from ${final('pageviews')}
where ${key}
group by
    ${site}session_hour,
    session_id`;
