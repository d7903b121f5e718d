import { ofSites } from '../sites/narrow.ts';

/**
 * Live sessions as a subquery, with their exit pages: unlike other properties, the page follows from all pageviews of a session.
 * @param sessions a subquery with `site_id`, `session_hour` and the id
 * @param near the condition on the key that narrows pageviews to these sessions
 * @param id the name of the session's id in the subquery
 */
export const withExitPages = (sessions: string, near: string, id = 'session_id') => `(
    select *
    from ${sessions} as bare_sessions
    left any join (
        select
            site_id, session_hour,
            session_id as ${id},
            -- Ids order pageviews of one millisecond, as everywhere: as numbers, as UUIDs compare by their second half.
            argMax(page_path, (entered_at, toUInt128(pageview_id))) as exit_page
        from pageviews final
        where ${ofSites}
          and ${near}
        group by site_id, session_hour, session_id
    ) as exits using (site_id, session_hour, ${id})
)`;
