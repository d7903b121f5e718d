import { folded } from '../filter.ts';
import { pageSummaries } from './pages.ts';
import { part, type ReportBody, type ResolvedRequest } from './report.ts';

/** The pages of a period whose path or title contains the text, case ignored. */
export function search(request: ResolvedRequest): ReportBody {
  const holdsText = (text: string) => folded(text).includes(folded(request.q));
  const found = pageSummaries(request)
    .filter((page) => holdsText(page.page_path) || holdsText(page.page_title))
    .map(({ page_path, page_title, views }) => ({ page_path, page_title, views }));
  return part(found, request);
}
