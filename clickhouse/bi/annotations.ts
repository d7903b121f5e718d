import { newestVersions } from '@tallyhouse/annotations';
import { columnsIn } from '@tallyhouse/facts';
import { type Sql, sql, table } from '@tallyhouse/sql';
import { site, text, time, type View } from './view.ts';

/** A row for each site: those of `*` are the sites that have pings. */
const bySite = (annotations: Sql, changedDays: Sql): Sql => sql`
with (
    select groupUniqArray(toString(site_id))
    from ${changedDays}
    where fact = 'ping'
) as every_site
select
    annotation_id,
    toLowCardinality(arrayJoin(if(has(sites, '*'), every_site, site_ids))) as site_id,
    at,
    until,
    text,
    kind
from (
    ${newestVersions(annotations)}
)`;

export const annotations: View = {
  name: 'annotations',
  comment:
    'Notes on the time axis: one row per annotation and site that it concerns. The sites of a group are those at the time it was written',
  columns: () => [
    { name: 'annotation_id', type: 'UUID', comment: 'The annotation' },
    site,
    ...columnsIn(`
at | ${time} | When what it is about happened, or began
until | Nullable(${time}) | When it ended; null for a moment
text | String | What it says
kind | ${text} | note or release; gap, outage, late_data, deletion or settings when the service made it`),
  ],
  rows: () => bySite(table('annotations'), table('changed_days')),
  // The first shard has them all, and a site may have pings on others.
  overShards: (shards) => bySite(shards.table('annotations'), shards.table('changed_days')),
};
