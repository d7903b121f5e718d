import { raw, type Sql, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { kind } from './annotation.ts';

export const annotationRow = z.object({
  id: z.uuid(),
  version: z.number(),
  at: z.number(),
  until: z.number().nullable(),
  text: z.string(),
  sites: z.array(z.string()),
  site_ids: z.array(z.string()),
  kind,
  created_at: z.number(),
  created_by: z.string().nullable(),
});

/** The newest version of each row, without deleted ones. @param from the table, elsewhere another name of it */
export const newestVersions = (from: Sql = table('annotations')): Sql => sql`
select *
from (
    select *
    from ${from}
    order by
        annotation_id,
        version desc
    limit 1 by annotation_id
)
where not is_deleted`;

/** The current version of all annotations, with their times as milliseconds. @param where a condition on columns of the table */
export const currentAnnotations = (where: Sql = raw('true')): Sql => sql`
select
    annotation_id as id,
    version,
    toUnixTimestamp64Milli(annotations.at) as at,
    toUnixTimestamp64Milli(annotations.until) as until,
    text,
    sites,
    site_ids,
    kind,
    toUnixTimestamp64Milli(annotations.created_at) as created_at,
    created_by
from (
    ${newestVersions()}
) as annotations
where ${where}
order by
    annotations.at,
    toUInt128(annotation_id)`;
