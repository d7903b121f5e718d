import { type Filter, filterText, mostFilters, readFilter } from '../filters/filter.ts';
import {
  acceptedComparisons,
  type Comparison,
  comparisonText,
  readComparison,
} from '../period/comparison.ts';
import {
  acceptedPeriods,
  type Granularity,
  granularities,
  type Period,
  periodText,
  readPeriod,
} from '../period/period.ts';
import { isSiteId, newSite } from '../setup/tag.ts';
import { isLinkTag } from './link-tag.ts';

/** What the dashboard shows. All of it is in the address, so that a view can be shared and reloaded. */
export interface View {
  /** undefined: the site with the most pageviews. */
  site: string | undefined;
  period: Period;
  /** IANA name. */
  timezone: string;
  compare: Comparison;
  /** undefined: the default of the period. */
  granularity: Granularity | undefined;
  filters: readonly Filter[];
  /** The page whose own view is open. */
  page: string | undefined;
}

/** An invalid part of an address. */
export interface WrongPart {
  /** The parameter's name. */
  name: string;
  /** Its value, if it should be shown. */
  sent: string | undefined;
  /** What would be accepted, for the reader. */
  accepts: string;
}

const names = ['site', 'period', 'tz', 'compare', 'by', 'filter', 'page'];

/**
 * Reads an address. Invalid parts are never ignored silently: without a misspelt filter the numbers would be different.
 * @param local the reader's own time zone, the default
 * @returns the view of the valid parts, and the invalid parts
 */
export function readView(search: string, local: string): { view: View; wrong: readonly WrongPart[] } {
  const parameters = new URLSearchParams(search);
  const wrong: WrongPart[] = [];

  /** @param parse returns undefined for a text that `accepts` does not cover */
  function read<T>(name: string, accepts: string, parse: (text: string) => T | undefined): T | undefined {
    const [sent, ...more] = parameters.getAll(name);
    if (sent === undefined) return undefined;
    const value = more.length === 0 ? parse(sent) : undefined;
    if (value === undefined) {
      wrong.push(
        more.length === 0
          ? { name, sent, accepts }
          : { name, sent: [sent, ...more].join(', '), accepts: 'one value' },
      );
    }
    return value;
  }

  const view: View = {
    site: read('site', '1 to 64 letters, digits and . _ -', (text) =>
      isSiteId(text) || text === newSite ? text : undefined,
    ),
    period: read('period', acceptedPeriods, readPeriod) ?? '7d',
    timezone:
      read('tz', 'a time zone such as Europe/Paris or UTC', (text) =>
        isTimezone(text) ? text : undefined,
      ) ?? local,
    compare: read('compare', acceptedComparisons, readComparison) ?? 'previous',
    granularity: read('by', `one of ${granularities.join(', ')}`, (text) =>
      granularities.find((known) => known === text),
    ),
    filters: readFilters(parameters.getAll('filter'), wrong),
    // A path without a leading slash ('..') could escape the report's own URL.
    page: read('page', 'a path that begins with /', (text) => (text.startsWith('/') ? text : undefined)),
  };

  const unknown = [...new Set(parameters.keys())].filter((name) => !names.includes(name) && !isLinkTag(name));
  // Without the value: a misplaced key, as in ?key=, should not be shown on the screen.
  for (const name of unknown)
    wrong.push({ name, sent: undefined, accepts: `one of the names ${names.join(', ')}` });
  return { view, wrong };
}

function readFilters(texts: readonly string[], wrong: WrongPart[]): Filter[] {
  if (texts.length > mostFilters)
    wrong.push({
      name: 'filter',
      sent: `${texts.length} filters`,
      accepts: `at most ${mostFilters} filters`,
    });
  return texts.slice(0, mostFilters).flatMap((sent) => {
    const read = readFilter(sent);
    if ('dimension' in read) return read;
    wrong.push({ name: 'filter', sent, ...read });
    return [];
  });
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

/** Names only, like the API: browsers also accept offsets (+03:00). */
function isTimezone(name: string): boolean {
  try {
    return (
      /^[A-Za-z][\w+/-]{0,63}$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
    );
  } catch {
    return false;
  }
}
