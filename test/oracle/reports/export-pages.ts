import { pageSummaries } from './pages.ts';
import type { ResolvedRequest } from './report.ts';

/** A row for each page of a period, as in `/pages`; with several sites, for each page of each site. */
export function exportPages(request: ResolvedRequest) {
  if (!request.asked.several) return pageSummaries(request);
  const { filters } = request;
  return request.site.ids.flatMap((site_id) => {
    const titles = request.sites.find(({ ids }) => ids[0] === site_id)?.titles ?? new Map();
    const ofSite = { dimension: 'site' as const, operator: ':' as const, values: [site_id] };
    return pageSummaries({ ...request, filters: [...filters, ofSite] }).map((page) => ({
      site_id,
      ...page,
      page_title: titles.get(page.page_path) ?? '',
    }));
  });
}
