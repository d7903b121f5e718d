import { type Filter, filterText, readFilter } from '../filters/filter.ts';
import { type Comparison, comparisonText, readComparison } from '../period/comparison.ts';
import { type Granularity, granularities, type Period, periodText, readPeriod } from '../period/period.ts';
import { isSiteId, newSite } from '../setup/tag.ts';

/** What is looked at: all of it stands in the address, so that a view can be shared and reloaded. */
export interface View {
  /** undefined: the one with the most pageviews. */
  site: string | undefined;
  period: Period;
  /** IANA name. */
  timezone: string;
  compare: Comparison;
  /** undefined: what suits the period. */
  granularity: Granularity | undefined;
  filters: readonly Filter[];
  /** The page that is looked at alone. */
  page: string | undefined;
}

/** @param local the reader's own time zone, taken unless the address names one */
export function readView(search: string, local: string): View {
  const parameters = new URLSearchParams(search);
  const timezone = parameters.get('tz') ?? '';
  return {
    site: [parameters.get('site') ?? ''].find((site) => isSiteId(site) || site === newSite),
    period: readPeriod(parameters.get('period') ?? '') ?? '7d',
    timezone: isTimezone(timezone) ? timezone : local,
    compare: readComparison(parameters.get('compare') ?? '') ?? 'previous',
    granularity: granularities.find((known) => known === parameters.get('by')),
    filters: parameters.getAll('filter').flatMap((text) => readFilter(text) ?? []),
    // Every path begins so. Anything else ('..') could lead out of the report's own address.
    page: [parameters.get('page') ?? ''].find((path) => path.startsWith('/')),
  };
}

export function viewText(view: View): string {
  const parameters = new URLSearchParams();
  if (view.site !== undefined) parameters.set('site', view.site);
  parameters.set('period', periodText(view.period));
  parameters.set('tz', view.timezone);
  if (view.compare !== 'previous') parameters.set('compare', comparisonText(view.compare));
  if (view.granularity) parameters.set('by', view.granularity);
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  if (view.page !== undefined) parameters.set('page', view.page);
  return `?${parameters}`;
}

function isTimezone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
