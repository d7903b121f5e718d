import { filterText } from '../filters/filter.ts';
import type { Asked } from '../period/period.ts';
import type { View } from './view.ts';

/** The parameters that all reports of a view share. @param extra additional parameters of this report */
export function questionOf(
  view: View,
  asked: Asked | { period: string },
  extra: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams({
    site_id: view.site ?? '',
    ...asked,
    timezone: view.timezone,
    ...extra,
  });
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  return parameters.toString();
}
