import { chosenPageviews } from '../chosen.ts';
import { mostFirst } from '../order.ts';
import { percentage, rounded } from '../rounded.ts';
import type { Pageview } from '../site.ts';
import { distinct, groupBy, type ReportBody, type ResolvedRequest, sum } from './report.ts';

/** How a page was read in a period, and which pages followed. */
export function engagement(request: ResolvedRequest): ReportBody {
  const { site, range, filters, limit, page } = request;
  const views = chosenPageviews(site, range, filters).filter((view) => view.page_path === page);
  const share = (part: number) => percentage(part, views.length);
  const focus = views.map((view) => view.focus_time_ms).sort((a, b) => a - b);
  const next = views.map(nextPage).filter((view) => view !== undefined);
  return {
    data: {
      page_path: page,
      page_title: site.titles.get(page) ?? '',
      views: views.length,
      unique_views: distinct(views.map((view) => view.session)),
      word_count: Math.max(...views.map((view) => view.word_count ?? 0), 0) || null,
      avg_focus_time_ms: rounded(sum(focus), focus.length, 0),
      median_focus_time_ms: quantile(focus, 50),
      p90_focus_time_ms: quantile(focus, 90),
      avg_scroll_depth: rounded(sum(views.map((view) => view.scroll_depth)), views.length),
      scroll_depth_distribution: bands.map(([from, to]) => {
        const within = views.filter((view) => from <= view.scroll_depth && view.scroll_depth <= to).length;
        return { from, to, views: within, percentage: share(within) };
      }),
      next_pages: groupBy(next, (view) => view.page_path)
        .map((group) => ({
          page_path: group[0].page_path,
          page_title: site.titles.get(group[0].page_path) ?? '',
          views: group.length,
          percentage: share(group.length),
        }))
        .sort(mostFirst('views', 'page_path'))
        .slice(0, limit),
      exits: views.length - next.length,
      exit_rate: share(views.length - next.length),
      entries: views.filter((view) => view.session.pageviews[0] === view).length,
    },
  };
}

/** 0 to 9, 10 to 19, ... and 90 to 100. */
const bands = Array.from({ length: 10 }, (_, tens) => [10 * tens, tens === 9 ? 100 : 10 * tens + 9] as const);

/** The next view of another page in the session, at any time. */
function nextPage(view: Pageview): Pageview | undefined {
  const views = view.session.pageviews;
  return views.slice(views.indexOf(view) + 1).find((later) => later.page_path !== view.page_path);
}

/** A percentile, interpolated between two ranks. */
function quantile(sorted: number[], percent: number): unknown {
  if (sorted.length === 0) return null;
  const hundredths = percent * (sorted.length - 1);
  const [rank, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  const [below = 0, above = below] = sorted.slice(rank, rank + 2);
  return rounded(100 * below + rest * (above - below), 100, 0);
}
