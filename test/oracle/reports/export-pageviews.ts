import { chosenPageviews } from '../chosen.ts';
import type { ResolvedRequest } from './report.ts';

/** A row for each pageview of a period. */
export function exportPageviews({ site, range, filters }: ResolvedRequest) {
  return chosenPageviews(site, range, filters).map(({ session, title, entered_at, exited_at, ...rest }) => ({
    ...rest,
    site_id: session.first.site_id,
    page_title: title.text,
    session_id: session.session_id,
    entered_at: new Date(entered_at).toISOString(),
    exited_at: new Date(exited_at).toISOString(),
  }));
}
