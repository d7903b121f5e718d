import { chosenPageviews } from '../chosen.ts';
import { isOfPageviews, pageviewFits } from '../filter.ts';
import type { Conversion } from '../goal.ts';
import { mostFirst } from '../order.ts';
import { rounded } from '../rounded.ts';
import type { Pageview } from '../site.ts';
import { goalsOf } from './goals.ts';
import { listed } from './listed.ts';
import { distinct, part, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** The pages of a period, by views, then path. */
export function pages(request: ResolvedRequest): ReportBody {
  // Filters on pageviews select the views that count; the others select the sessions that convert.
  const onPageviews = request.filters.filter(({ dimension }) => isOfPageviews(dimension));
  const others = request.filters.filter(({ dimension }) => !isOfPageviews(dimension));
  const goals = goalsOf({ ...request, filters: others });
  const rows = summaries(request, ({ page_path }, viewers) => {
    const isBefore = ({ at, session }: Conversion) =>
      session?.pageviews.some(
        (view) => view.page_path === page_path && view.entered_at <= at && pageviewFits(view, onPageviews),
      ) ?? false;
    return goals(isBefore, distinct(viewers.map(({ visitor_id }) => visitor_id)));
  });
  return part(rows, request);
}

/** One row for each page, also for `/export/pages`. */
export const pageSummaries = (request: ResolvedRequest) =>
  summaries({ ...request, compare: undefined }, () => ({}));

/** @param more further columns of a row, from its views */
function summaries<More extends object>(
  request: ResolvedRequest,
  more: (one: Pageview, views: Pageview[]) => More,
) {
  const { site, filters } = request;
  return listed(request, {
    itemsIn: (range) => chosenPageviews(site, range, filters),
    key: ({ page_path }) => page_path,
    rowOf: (one, views) => ({
      page_path: one.page_path,
      page_title: site.titles.get(one.page_path) ?? '',
      views: views.length,
      unique_views: distinct(views.map((view) => view.session)),
      avg_focus_time_ms: rounded(sum(views.map((view) => view.focus_time_ms)), views.length, 0),
      avg_scroll_depth: rounded(sum(views.map((view) => view.scroll_depth)), views.length),
      ...more(one, views),
    }),
    order: mostFirst('views', 'page_path'),
  });
}
