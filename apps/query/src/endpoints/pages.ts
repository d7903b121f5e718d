import { z } from 'zod';
import { mean } from '../arithmetic.ts';
import { defineEndpoint, type ReportContext } from '../endpoint.ts';
import { goals, readGoalsByPage } from '../goal/read-goals.ts';
import { average, count, listMeta } from '../reply.ts';
import type { Details } from '../report-request.ts';
import sql from './pages.sql';

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

/** The pages of a range, most viewed first, as many as `limit` says, and their number without it. */
export async function readPages(
  { query }: Pick<ReportContext<Record<never, never>>, 'query'>,
  details?: Details,
): Promise<{ pages: z.output<typeof page>[]; total: number }> {
  const { rows, total } = await query(sql, row, details);
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
    const { pages, total } = await readPages(request);
    const goalsOf = await readGoalsByPage(
      request,
      pages.map(({ page_path }) => page_path),
    );
    const data = pages.map((page) => ({ ...page, ...goalsOf({ key: [page.page_path] }) }));
    return { data, meta: { limit, offset, total } };
  },
});
