import { chosenPageviews } from '../chosen.ts';
import type { ResolvedRequest } from './report.ts';

/** A row for each pageview of a period. */
export function exportPageviews({ site, range, filters }: ResolvedRequest) {
  return chosenPageviews(site, range, filters).map((pageview) => ({
    site_id: pageview.session.first.site_id,
    page_path: pageview.page_path,
    page_title: pageview.title.text,
    session_id: pageview.session.session_id,
    referrer: pageview.referrer,
    entered_at: new Date(pageview.entered_at).toISOString(),
    exited_at: new Date(pageview.exited_at).toISOString(),
    focus_time_ms: pageview.focus_time_ms,
    scroll_depth: pageview.scroll_depth,
    word_count: pageview.word_count,
  }));
}
