import { toCsv } from '../api/csv.ts';
import type { Engagement } from '../api/reports.ts';

/** The page's own figures, one per line. */
export function figuresCsv(page: Engagement): string {
  const { scroll_depth_distribution: _, next_pages: __, ...figures } = page;
  return toCsv(['figure', 'value'], Object.entries(figures));
}

export function bandsCsv({ scroll_depth_distribution: bands }: Engagement): string {
  return toCsv(
    ['from', 'to', 'views', 'percentage'],
    bands.map((band) => [band.from, band.to, band.views, band.percentage]),
  );
}

export function flowCsv({ next_pages, exits, exit_rate }: Engagement): string {
  const rows = next_pages.map((page) => [page.page_path, page.page_title, page.views, page.percentage]);
  return toCsv(
    ['page_path', 'page_title', 'views', 'percentage'],
    [...rows, ['(exit)', '', exits, exit_rate]],
  );
}
