import { type Sql, sql, table } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';
import type { EventWindow } from './events.ts';
import type { DayWindow } from './window.ts';

/** Visitors whose first visit to any of the sites is in the window. @param window.near limits the rows, and keeps all rows of a visitor */
export const visitorRows = ({
  siteCondition,
  near,
  at,
}: Pick<EventWindow, 'siteCondition' | 'near' | 'at'>): Sql => sql`
select
    visitor_id,
    min(visitors.first_seen_at) as first_seen_at
from ${table('visitors')}
where ${siteCondition}
  and ${near}
group by visitor_id
having ${at('first_seen_at')}`;

export const firstVisitColumns: readonly Column[] = columnsIn(`
visitor_id | UUID | Id of the visitor; one row for each site that it came to
first_seen_at | DateTime64(3, 'UTC') | Time of the first ping of all time on the site | Delta(8), ZSTD(1)
earlier_sites | Array(LowCardinality(String)) | The sites that saw the visitor earlier; of sites that saw it in one millisecond, those before this one by name. With several sites together, the visitor is first seen in the row that has none of them here`);

/** The visitors that a site first saw on a day, with the sites that they visited before. */
export const firstVisitsOfDay = ({ at }: Pick<DayWindow, 'at'>): Sql => sql`
with
    -- The visitors that a site first saw on the day, with all sites that they visited. Comparing hashes of ids is faster; a collision
    -- does no harm, because the time of each row is checked at the end.
    site_visits as (
        select
            site_id,
            visitor_id,
            min(visitors.first_seen_at) as first_seen_at
        from ${table('visitors')}
        where cityHash64(visitor_id) in (
              select cityHash64(visitor_id)
              from ${table('visitors')}
              where ${at('visitors.first_seen_at')}
          )
        group by
            site_id,
            visitor_id
    ),
    visitor_sites as (
        select
            visitor_id,
            arraySort(groupArray((first_seen_at, site_id))) as visits
        from site_visits
        group by visitor_id
    )
select
    visit.2 as site_id,
    visitor_id,
    visit.1 as first_seen_at,
    arraySort(arrayMap(earlier -> earlier.2, arraySlice(visits, 1, place - 1))) as earlier_sites
from visitor_sites
array join
    visits as visit,
    arrayEnumerate(visits) as place
where ${at('visit.1')}`;
