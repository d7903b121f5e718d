import type { RealtimeData } from '../api/reports.ts';
import { countryName, named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import type { Row } from '../panels/list.tsx';
import { useChoice } from '../panels/use-panel.ts';
import { keysOf } from '../url/view.ts';

export type ActiveList = keyof typeof dimensionOf;

/** The names of a list, with their current visitors. */
export function activeNames(now: RealtimeData, list: ActiveList) {
  const row = (value: string, name: string, active_visitors: number) => ({ value, name, active_visitors });
  if (list === 'sources')
    return now.sources.map(({ source, active_visitors: count }) => row(source, named(source), count));
  if (list === 'countries')
    return now.countries.map(({ country, active_visitors: count }) =>
      row(country, countryName(country), count),
    );
  return now.pages.map((page) =>
    row(page.page_path, page.page_title || page.page_path, page.active_visitors),
  );
}

/** The dimension of a list. */
export const dimensionOf = { pages: 'page', sources: 'source', countries: 'country' } as const;
export const activeLists = keysOf(dimensionOf);

export function useActiveRows() {
  const choice = useChoice();
  return (now: RealtimeData, list: ActiveList): Row[] =>
    activeNames(now, list).map(({ value, name, active_visitors }) => ({
      key: value,
      name,
      size: active_visitors,
      cells: [formatCount(active_visitors)],
      ...choice([dimensionOf[list], value]),
    }));
}
