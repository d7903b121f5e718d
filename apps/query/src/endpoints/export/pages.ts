import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { pageViews, titles } from '../../read/relations/pages.ts';
import { average, count } from '../../reply/reply.ts';
import { defineExport } from '../define/define-export.ts';

export const exportPages = defineExport({
  name: 'pages',
  description: 'One row for each page viewed in the period, most viewed first, with the metrics of /pages.',
  row: z.object({
    page_path: z.string(),
    page_title: z.string().describe('Its newest title; empty when none was sent.'),
    views: count(),
    unique_views: count().describe('Distinct sessions that viewed it.'),
    avg_focus_time_ms: count().describe('Milliseconds, a whole number.'),
    avg_scroll_depth: average().describe('0 to 100, percent of the height of the page.'),
  }),
  rows: (read, { site, defused }) => sql`
with
    page_totals as (
        select
            ${site}
            page_path as path,
            sum(page_views.views) as page_view_count,
            sum(page_views.first_views) as unique_views,
            sum(page_views.focus_time_ms) / page_view_count as mean_focus_time_ms,
            sum(page_views.scroll_depth) / page_view_count as mean_scroll_depth
        from (
            ${read.rows(pageViews)}
        ) as page_views
        group by
            ${site}
            page_path
    )
select
    ${site}
    ${defused('path', 'page_path')},
    ${defused('titles.page_title', 'page_title')},
    page_view_count as views,
    unique_views,
    -- Halves are rounded up, as in /pages; round() would round them to even.
    toUInt64(floor(mean_focus_time_ms + 0.5)) as avg_focus_time_ms,
    floor(mean_scroll_depth * 100 + 0.5) / 100 as avg_scroll_depth
from (
    select
        ${site}
        page_path as path,
        page_title
    from (
        ${titles(read, site)}
    )
) as titles
right any join page_totals using (
    ${site}
    path
)
order by
    views desc,
    ${site}
    path
-- Days that are not settled are grouped by page and session: with many of them, on disk.
settings max_bytes_before_external_group_by = 100000000`,
});
