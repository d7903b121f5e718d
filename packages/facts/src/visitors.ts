import { type Sql, sql, table } from '@tallyhouse/sql';

/**
 * Visitors first seen in the window, on whichever of the sites.
 * @param window.near narrows the rows, and keeps all rows of a visitor
 */
export const visitorRows = ({
  ofSites,
  near,
  at,
}: {
  ofSites: Sql;
  near: Sql;
  at(time: string): Sql;
}): Sql => sql`
select
    visitor_id,
    min(visitors.first_seen_at) as first_seen_at
from ${table('visitors')}
where ${ofSites}
  and ${near}
group by visitor_id
having ${at('first_seen_at')}`;
