import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { page as pageOf } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { pageViews, titles } from '../read/relations/pages.ts';
import { mean } from '../reply/arithmetic.ts';
import { average, count, listMeta } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsByPage } from './goals/read-goals.ts';

const row = z.object({
  page_path: z.string(),
  page_title: z.string(),
  views: z.number(),
  unique_views: z.number(),
  focus_time_ms_sum: z.number(),
  scroll_depth_sum: z.number(),
});

/** Schema of a page, without goals. */
export const page = z.object({
  page_path: z.string(),
  page_title: z.string().describe('Newest title; empty when none was sent.'),
  views: count(),
  unique_views: count().describe('Distinct sessions that viewed it.'),
  avg_focus_time_ms: average().describe('Milliseconds, a whole number.'),
  avg_scroll_depth: average().describe('0 to 100, percent of the height of the page.'),
});

/** Pages with their newest titles. @param shown the page of the list */
const pageList = (read: Reader, shown: Shown): Sql => sql`
with
    period_pages as (
        select
            page_path,
            sum(views) as page_views,
            sum(first_views) as unique_views,
            sum(focus_time_ms) as focus_time_ms_sum,
            sum(scroll_depth) as scroll_depth_sum
        from (
            ${read.rows(pageViews)}
        )
        group by page_path
    )
select
    page_path,
    page_title,
    page_views as views,
    unique_views,
    focus_time_ms_sum,
    scroll_depth_sum
from (
    ${titles(read)}
) as titles
-- In this order the pages of the period are hashed, not those of all time.
right any join period_pages using page_path
order by
    views desc,
    page_path
${pageOf(shown)}`;

interface Shown {
  limit: number;
  offset: number;
}

/** The pages of a range, most viewed first, a page of them, and the number of all. */
export async function readPages(
  { query }: Pick<ReportContext, 'query'>,
  shown: Shown,
): Promise<{ pages: z.output<typeof page>[]; total: number }> {
  const { rows, total } = await query((read) => pageList(read, shown), row);
  const pages = rows.map(({ focus_time_ms_sum, scroll_depth_sum, ...page }) => ({
    ...page,
    avg_focus_time_ms: mean(focus_time_ms_sum, page.views, 0),
    avg_scroll_depth: mean(scroll_depth_sum, page.views, 2),
  }));
  return { pages, total };
}

/** The pages of a period, most viewed first. */
export const pages = defineEndpoint({
  path: '/pages',
  description:
    'Pages by views, with newest title, unique views (sessions), mean focus time and mean scroll depth.',
  parameters: {},
  response: z.array(page.extend({ goals: goals() })),
  meta: listMeta,
  async respond(request) {
    const { limit, offset } = request.values;
    const { pages, total } = await readPages(request, { limit, offset });
    const goalsOf = await readGoalsByPage(
      request,
      pages.map(({ page_path }) => page_path),
    );
    const data = pages.map((page) => ({ ...page, ...goalsOf({ key: [page.page_path] }) }));
    return { data, meta: { limit, offset, total } };
  },
});
