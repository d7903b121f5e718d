import { filterText } from '../filters/filter.ts';
import type { Asked } from '../period/period.ts';
import type { View } from './view.ts';

/** Additional parameters of a report. A list is sent once for each of its texts. */
export type Extra = Readonly<Record<string, string | string[]>>;

/** The parameters that all reports of a view share. @param extra additional parameters of this report */
export function questionOf(view: View, asked: Asked | { period: string }, extra: Extra = {}): string {
  const parameters = new URLSearchParams({ site_id: view.site ?? '', ...asked, timezone: view.timezone });
  for (const [name, sent] of Object.entries(extra))
    for (const text of [sent].flat()) parameters.append(name, text);
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  return parameters.toString();
}
