import { only } from '@tallyhouse/clickhouse';
import { type Sql, sql, text, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { pagePath } from '../../parameters/page-path.ts';
import { meanOf } from '../../read/list.ts';
import type { Reader } from '../../read/reader.ts';
import { focusTimes, pageFlow, pageReadings, titles } from '../../read/relations/pages.ts';
import { percentage } from '../../reply/arithmetic.ts';
import { average, count, percent } from '../../reply/reply.ts';
import { defineEndpoint } from '../define/endpoint.ts';

const share = percent().describe('Percent of the views.');
const milliseconds = () => average().describe('Milliseconds, a whole number.');

const response = z.object({
  page_path: z.string(),
  page_title: z.string().describe('Newest title; empty when none was sent.'),
  views: count(),
  unique_views: count().describe('Distinct sessions that viewed it.'),
  word_count: count()
    .nullable()
    .describe('Words in its text, the highest number reported; null when unknown.'),
  avg_focus_time_ms: milliseconds(),
  median_focus_time_ms: milliseconds(),
  p90_focus_time_ms: milliseconds(),
  avg_scroll_depth: average().describe('0 to 100, percent of the height of the page.'),
  scroll_depth_distribution: z
    .array(z.object({ from: z.int(), to: z.int(), views: count(), percentage: share }))
    .length(10)
    .describe('Views by scroll depth, from 0-9 to 90-100.'),
  next_pages: z
    .array(z.object({ page_path: z.string(), page_title: z.string(), views: count(), percentage: share }))
    .describe('The next other page in the session of each view.'),
  exits: count().describe('Views without a next page.'),
  exit_rate: share,
  entries: count().describe('Views that opened their session.'),
});

const row = response
  .omit({
    median_focus_time_ms: true,
    p90_focus_time_ms: true,
    scroll_depth_distribution: true,
    next_pages: true,
    exit_rate: true,
  })
  .extend({
    focus_times: z.tuple([milliseconds(), milliseconds()]),
    is_next_page: z.number().transform(Boolean),
    read_views: z.number(),
    views_by_depth: z.array(z.number()).length(9),
  });

/** The page and the next ones, with how the page was read in each row. */
const rowsOf = (page: string, read: Reader, limit: number): Sql => sql`
with
    -- Totals and list come from one pass, so that views = exits + views with a next page even during inserts.
    flow as (
        select
            grouping(next_page) = 0 as is_next_page,
            if(is_next_page, next_page, ${text(page)}) as page_path,
            sum(page_flow.views) as views,
            sum(first_views) as unique_views,
            sumIf(page_flow.views, next_page = '') as exits,
            sum(page_flow.entries) as entries
        from (
            ${read.rows(pageFlow(page))}
        ) as page_flow
        group by grouping sets (
            (next_page),
            ()
        )
        having is_next_page = 0 or next_page != ''
        order by
            views desc,
            page_path
        limit ${uint32(limit)} by is_next_page
    ),
    readings as (
        select
            -- The number of views in these sums: another ping may have been stored since the count above.
            sum(page_readings.views) as read_views,
            nullIf(max(page_readings.words), 0) as word_count,
            floor(sum(page_readings.focus_time_ms) / nullIf(read_views, 0) + 0.5) as avg_focus_time_ms,
            ${meanOf('sum(page_readings.scroll_depth)', 'nullIf(read_views, 0)', 2)} as avg_scroll_depth,
            arrayResize(sumForEach(page_readings.views_by_depth), 9) as views_by_depth
        from (
            ${read.rows(pageReadings(page))}
        ) as page_readings
    ),
    focus as (
        select arrayMap(time -> floor(time + 0.5), quantilesExactInclusive(0.5, 0.9)(focus_time_ms)) as focus_times
        from (
            ${read.rows(focusTimes(page))}
        )
    )
select *
from (
    ${titles(read)}
) as titles
right any join flow using page_path
cross join readings
cross join focus
order by
    views desc,
    page_path`;

export const engagement = defineEndpoint({
  path: '/pages/:encoded_page_path/engagement',
  description:
    'One page: focus time, scroll depth, next pages, entries and exits. limit applies to next_pages.',
  parameters: { pagePath },
  response,
  async respond({ query, values }) {
    const page_path = values.pagePath.page;
    const { rows } = await query((read) => rowsOf(page_path, read, values.limit), row);
    const { views, exits, read_views, views_by_depth, focus_times, ...page } = only(
      rows.filter((entry) => !entry.is_next_page),
    );
    const nextPages = rows.filter((entry) => entry.is_next_page);
    const data = response.parse({
      ...page,
      page_path,
      views,
      median_focus_time_ms: focus_times[0],
      p90_focus_time_ms: focus_times[1],
      scroll_depth_distribution: bandsOf(read_views, views_by_depth).map((inBand, band) => ({
        from: band * 10,
        to: band === 9 ? 100 : band * 10 + 9,
        views: inBand,
        percentage: percentage(inBand, read_views),
      })),
      next_pages: nextPages.map((next) => ({ ...next, percentage: percentage(next.views, views) })),
      exits,
      exit_rate: percentage(exits, views),
    });
    return { data };
  },
});

/** The number of views by the deepest tenth reached, from the numbers that reached each tenth after the first. */
function bandsOf(views: number, viewsByDepth: readonly number[]): number[] {
  return [views, ...viewsByDepth].map((came, band) => came - (viewsByDepth[band] ?? 0));
}
