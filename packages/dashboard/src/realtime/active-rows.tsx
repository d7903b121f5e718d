import type { RealtimeData } from '../api/reports.ts';
import { countryName, named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign, type Row } from '../panels/list.tsx';
import { useChoice } from '../panels/use-panel.ts';
import type { messages } from '../words/words.ts';

export type ActiveList = keyof typeof messages.realtime.lists;

/** The names of a list, with their current visitors. */
export function activeNames(now: RealtimeData, list: ActiveList) {
  if (list === 'sources')
    return now.sources.map(({ source, active_visitors }) => ({
      value: source,
      name: named(source),
      active_visitors,
    }));
  if (list === 'countries')
    return now.countries.map(({ country, active_visitors }) => ({
      value: country,
      name: countryName(country),
      active_visitors,
    }));
  return now.pages.map(({ page_path, page_title, active_visitors }) => ({
    value: page_path,
    name: page_title || page_path,
    active_visitors,
  }));
}

const dimensions = { pages: 'page', sources: 'source', countries: 'country' } as const;

export function useActiveRows() {
  const choice = useChoice();
  return (now: RealtimeData, list: ActiveList): Row[] =>
    activeNames(now, list).map(({ value, name, active_visitors }) => ({
      key: value,
      name,
      label: <Foreign text={name} />,
      size: active_visitors,
      cells: [formatCount(active_visitors)],
      ...choice([dimensions[list], value]),
    }));
}
