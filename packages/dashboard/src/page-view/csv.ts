import { toCsv } from '../api/csv.ts';
import type { Engagement } from '../api/reports.ts';

/** The page's own figures, one per line. */
export function figuresCsv(page: Engagement): string {
  const { scroll_depth_distribution: _, next_pages: __, ...figures } = page;
  return toCsv(
    ['figure', 'value'],
    Object.entries(figures).map(([figure, value]) => ({ figure, value })),
  );
}

export function bandsCsv({ scroll_depth_distribution: bands }: Engagement): string {
  return toCsv(['from', 'to', 'views', 'percentage'], bands);
}

export function flowCsv({ next_pages, exits, exit_rate }: Engagement): string {
  const exit = { page_path: '(exit)', page_title: '', views: exits, percentage: exit_rate };
  return toCsv(['page_path', 'page_title', 'views', 'percentage'], [...next_pages, exit]);
}
