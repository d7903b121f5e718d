import { chosenPageviews } from '../chosen.ts';
import { alphabetical, by, descending } from '../order.ts';
import { rounded } from '../rounded.ts';
import { distinct, groupBy, part, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** The pages of a period, by views, then path. */
export function pages(request: ResolvedRequest): ReportBody {
  return part(summaries(request), request);
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
    .sort(
      by(
        descending((page) => page.views),
        alphabetical((page) => page.page_path),
      ),
    );
}
