import { useMemo } from 'preact/hooks';
import { pages } from '../api/reports.ts';
import { useViewReport } from '../panels/use-panel.ts';

/** The titles of the most frequent pages by their paths. Two pages with one title keep their paths. */
export function useTitles(): ReadonlyMap<string, string> {
  const { answer } = useViewReport(pages, { limit: '100' });
  return useMemo(() => titlesOf(answer?.data ?? []), [answer]);
}

interface Page {
  page_path: string;
  page_title: string;
}

function titlesOf(list: readonly Page[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { page_title } of list) counts.set(page_title, (counts.get(page_title) ?? 0) + 1);
  const own = list.filter(({ page_title }) => page_title !== '' && counts.get(page_title) === 1);
  return new Map(own.map(({ page_path, page_title }) => [page_path, page_title]));
}
