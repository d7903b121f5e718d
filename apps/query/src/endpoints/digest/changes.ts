import { raw, type Sql, sql, uint32 } from '@tallyhouse/sql';
import type { Range } from '../../parameters/range.ts';
import type { Reader } from '../../read/reader.ts';
import type { Relation } from '../../read/relation.ts';
import { pageViews, titles } from '../../read/relations/pages.ts';
import { sourceVisits } from '../../read/relations/sessions.ts';

/** A metric by some columns, in the range (`current`) and in an earlier one (`previous`); several rows of one key add up. */
const ofBoth = (read: Reader, earlier: Range, relation: Relation, by: string, metric: string): Sql => sql`
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
)`;

/** The pages whose views differ most between two ranges: `limit` of those with more views, and of those with fewer. */
export const pageChanges = (read: Reader, earlier: Range, limit: number): Sql => sql`
with
    compared_pages as (
        select
            page_path,
            sum(views_of_both.current) as current,
            sum(views_of_both.previous) as previous,
            toInt64(current) - toInt64(previous) as change
        from (
            ${ofBoth(read, earlier, pageViews, 'page_path', 'views')}
        ) as views_of_both
        group by page_path
        having change != 0
        order by
            abs(change) desc,
            page_path
        limit ${uint32(limit)} by change > 0
    )
select
    page_path,
    page_title,
    current,
    previous
from (
    ${titles(read)}
) as titles
-- In this order the few pages are hashed, not those of all time.
right any join compared_pages using page_path
order by
    abs(change) desc,
    page_path`;

/** The sources whose visits differ most between two ranges: `limit` of those with more visits, and of those with fewer. */
export const sourceChanges = (read: Reader, earlier: Range, limit: number): Sql => sql`
select
    source,
    medium,
    sum(visits_of_both.current) as current,
    sum(visits_of_both.previous) as previous
from (
    ${ofBoth(read, earlier, sourceVisits, 'source, medium', 'visits')}
) as visits_of_both
group by
    source,
    medium
having current != previous
order by
    abs(toInt64(current) - toInt64(previous)) desc,
    source,
    medium
limit ${uint32(limit)} by current > previous`;
