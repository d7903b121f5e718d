import { firstVisitColumns } from '@tallyhouse/facts';
import { final, sql } from '@tallyhouse/sql';
import { castTime, columnsOf, comparedHere, site, type View } from './view.ts';

export const visitors: View = {
  name: 'visitors',
  comment: 'One row per visitor of a site, with the time of its first visit',
  columns: () => [
    site,
    { name: 'date', type: 'Date', comment: 'UTC day of first_seen_at' },
    ...columnsOf(firstVisitColumns, ['visitor_id', 'first_seen_at']),
  ],
  rows: () => sql`
select
    site_id,
    toDate(first_seen_at) as date,
    visitor_id,
    ${castTime('first_seen_at')}
from ${final('visitors')}`,
  // A visitor may have rows on several shards: the first visit counts.
  overShards: (shards) => sql`
select
    site_id,
    toDate(first_visit_at) as date,
    ${comparedHere('visitor_id')},
    first_visit_at as first_seen_at
from (
    select
        site_id,
        visitor_id,
        min(first_seen_at) as first_visit_at
    from (
        select
            site_id,
            visitor_id,
            first_seen_at
        from ${shards.views('visitors')}
    )
    group by all
)`,
};
