import { raw, type Sql, sql, uint32 } from '@tallyhouse/sql';
import type { Range } from '../../parameters/range.ts';
import type { Reader, Relation } from '../../read/reader.ts';
import { pageViews, titles } from '../../read/relations/pages.ts';
import { sourceVisits } from '../../read/relations/sessions.ts';

/**
 * What changed most between two ranges: `limit` rows each that grew and that fell.
 * @param earlier the other range
 * @param by the columns that name a row
 * @param metric of the relation, in the range (`current`) and in the earlier one (`previous`)
 */
const changesOf = (
  read: Reader,
  earlier: Range,
  limit: number,
  relation: Relation,
  by: string,
  metric: string,
): Sql => sql`
select
    ${raw(by)},
    sum(rows_of_both.current) as current,
    sum(rows_of_both.previous) as previous,
    abs(toInt64(current) - toInt64(previous)) as difference
from (
    select
        ${raw(by)},
        ${raw(metric)} as current,
        0 as previous
    from (
        ${read.rows(relation)}
    )
    union all
    select
        ${raw(by)},
        0 as current,
        ${raw(metric)} as previous
    from (
        ${read.rows(relation, { range: earlier, period: earlier })}
    )
) as rows_of_both
group by ${raw(by)}
having current != previous
order by
    difference desc,
    ${raw(by)}
limit ${uint32(limit)} by current > previous`;

export const sourceChanges = (read: Reader, earlier: Range, limit: number): Sql =>
  changesOf(read, earlier, limit, sourceVisits, 'source, medium', 'visits');

export const pageChanges = (read: Reader, earlier: Range, limit: number): Sql => sql`
select *
from (
    ${titles(read)}
) as titles
-- This order hashes the few pages, not those of all time.
right any join (
    ${changesOf(read, earlier, limit, pageViews, 'page_path', 'views')}
) as changes using page_path
order by
    difference desc,
    page_path`;
