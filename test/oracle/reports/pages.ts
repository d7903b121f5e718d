import { chosenPageviews } from '../chosen.ts';
import { isOfPageviews, pageviewFits } from '../filter.ts';
import type { Conversion } from '../goal.ts';
import { mostFirst } from '../order.ts';
import { rounded } from '../rounded.ts';
import { goalsOf } from './goals.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** The pages of a period, by views, then path. */
export function pages(request: ResolvedRequest): ReportBody {
  // Filters on pageviews select what counts as a view of the page, the others the sessions that convert.
  const onPageviews = request.filters.filter(({ dimension }) => isOfPageviews(dimension));
  const others = request.filters.filter(({ dimension }) => !isOfPageviews(dimension));
  const goals = goalsOf({ ...request, filters: others });
  const pageviews = chosenPageviews(request.site, request.range, request.filters);
  const rows = summaries(request).map((page) => {
    const viewers = pageviews.filter(({ page_path }) => page_path === page.page_path);
    const isBefore = ({ at, session }: Conversion) =>
      session?.pageviews.some(
        (view) =>
          view.page_path === page.page_path && view.entered_at <= at && pageviewFits(view, onPageviews),
      ) ?? false;
    return { ...page, ...goals(isBefore, distinct(viewers.map(({ visitor_id }) => visitor_id))) };
  });
  return part(rows, request);
}

/** One row per page, also of `/export/pages`. */
export function summaries({ site, range, filters }: ResolvedRequest) {
  return groupBy(chosenPageviews(site, range, filters), (pageview) => pageview.page_path)
    .map((views) => ({
      page_path: views[0].page_path,
      page_title: site.titles.get(views[0].page_path) ?? '',
      views: views.length,
      unique_views: distinct(views.map((view) => view.session)),
      avg_focus_time_ms: rounded(sum(views.map((view) => view.focus_time_ms)), views.length, 0),
      avg_scroll_depth: rounded(sum(views.map((view) => view.scroll_depth)), views.length),
    }))
    .sort(mostFirst('views', 'page_path'));
}
