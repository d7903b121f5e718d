import { empty, raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import {
  byChange,
  counted,
  earlierCounts,
  meanOf,
  pageRows,
  type Shown,
  withPrevious,
} from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { pageViews, pageViewsOfSites, titles } from '../read/relations/pages.ts';
import { gained } from '../reply/comparison.ts';
import { average, count } from '../reply/reply.ts';
import { type FileOptions, plain } from './define/define-export.ts';
import { defineList, type ReportContext } from './define/endpoint.ts';
import { goals, withGoalsByPage } from './goals/read-goals.ts';

export const page = z.object({
  page_path: z.string(),
  page_title: z.string().describe('Newest title; empty when none was sent.'),
  views: count(),
  unique_views: count().describe('Distinct sessions that viewed it.'),
  avg_focus_time_ms: average().describe('Milliseconds, a whole number.'),
  avg_scroll_depth: average().describe('0 to 100, percent of the height of the page.'),
});

const compared = { by: ['path'], count: 'views', rates: ['avg_focus_time_ms', 'avg_scroll_depth'] };

/**
 * Pages with their newest titles, most viewed first, or by change.
 * @param settings of the query
 * @param shown rows, if not all. No other page's title is looked up, except over shards: ClickHouse would count the titles among the rows
 */
export function pageList(
  read: Reader,
  { site, defused }: Pick<FileOptions, 'site' | 'defused'>,
  settings: Sql,
  shown?: Shown,
): Sql {
  const isFirst = shown !== undefined && !read.cluster;
  const limit = shown ? pageRows(shown) : empty;
  const order = sql`
order by
    ${byChange(compared, read)}views desc,
    ${site}
    path`;
  const groups = sql`
select
    ${site}
    page_path as path,
    sum(page_views.views) as views,
    sum(page_views.first_views) as unique_views,
    ${meanOf('sum(page_views.focus_time_ms)', 'views', 0)} as avg_focus_time_ms,
    ${meanOf('sum(page_views.scroll_depth)', 'views', 2)} as avg_scroll_depth
from (
    ${read.rows(site === empty ? pageViews : pageViewsOfSites)}
) as page_views
group by all`;
  const earlier = earlierCounts(read, pageViews, compared, ['page_path as path']);
  return sql`
with
    period_pages as (
        select *
        from (
            ${withPrevious(groups, compared, read, earlier)}
        )
        ${isFirst ? sql`${order} ${limit}` : empty}
    ),
    named_pages as (
        select
            ${site}
            page_path as path,
            page_title as title
        from (
            ${titles(read, site)}
        )
    )
select
    ${site}
    ${defused('path', 'page_path')},
    ${defused('title', 'page_title')},
    views,
    unique_views,
    avg_focus_time_ms,
    avg_scroll_depth${read.comparison?.before ? raw(',\n    previous') : empty}
from named_pages
-- This order hashes the pages of the period, not those of all time.
right any join period_pages using (
    ${site}
    path
)
${order}
${isFirst ? empty : limit}
${settings}`;
}

/** A page of the pages of a range, most viewed first, and the number of all. */
export const readPages = ({ list }: Pick<ReportContext, 'list'>, shown: Shown) =>
  list((read) => pageList(read, plain, counted, shown), page, 'views');

export const pages = defineList({
  path: '/pages',
  description:
    'Pages by views, with newest title, unique views (sessions), mean focus time and mean scroll depth.',
  parameters: {},
  compared: true,
  response: z.array(page.extend({ ...gained('views'), goals: goals() })),
  async read(request) {
    const { rows, total } = await readPages(request, request.values);
    return { rows: await withGoalsByPage(request, rows), total };
  },
});
