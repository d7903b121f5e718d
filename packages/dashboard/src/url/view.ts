import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { isSiteId } from '@tallyhouse/ping/site-id';
import type { Granularity, VisitDimension } from '../api/reports.ts';
import { type Filter, filterText, mostFilters, readFilter } from '../filters/filter.ts';
import { type Goal, goalText, isGoal, readGoal } from '../goal/goal.ts';
import { type SiteOrder, siteOrders } from '../home/site-orders.ts';
import {
  acceptedComparisons,
  type Comparison,
  comparisonText,
  readComparison,
} from '../period/comparison.ts';
import { acceptedPeriods, granularities, type Period, periodText, readPeriod } from '../period/period.ts';
import { isSeveral, newSite } from '../setup/tag.ts';
import { en } from '../words/en/en.ts';
import { type Language, languages } from '../words/languages.ts';
import { messages } from '../words/words.ts';
import { type CrawlFilter, crawlText, readCrawl } from './crawled.ts';
import { type Explored, readExplored, writeExplored } from './explored.ts';
import { isLinkTag } from './link-tag.ts';
import { isWithin, mostSteps } from './steps.ts';
import { canonicalZone } from './timezone.ts';
import { readEach, type WrongPart } from './wrong-part.ts';

/** The state of the dashboard. All of it is in the address, so that a view can be shared and reloaded. */
export interface View {
  /** A site, `*` for all of them, or `@` and a group. undefined: the list of sites, or the one with the most pageviews. */
  site: string | undefined;
  /** Whether it is embedded in another page, and has no header. */
  embed: boolean;
  /** The group that the list of sites shows. */
  group: string | undefined;
  /** The order of the list of sites. */
  order: SiteOrder;
  /** Whether the list of sites has its groups as headings. */
  grouped: boolean;
  period: Period;
  /** The zone in the address, when it is not that of the site. */
  tz: string | undefined;
  /** Where days begin: an IANA name. */
  timezone: string;
  compare: Comparison;
  /** undefined: the default of the period. */
  granularity: Granularity | undefined;
  filters: readonly Filter[];
  /** The page whose own view is open. */
  page: string | undefined;
  /** The list that is open in full. */
  detail: DetailName | undefined;
  /** The goal whose conversions the panels show. */
  goal: Goal | undefined;
  /** The report that is open instead of the panels. */
  report: ReportName | undefined;
  /** The steps of the funnel. */
  steps: readonly Goal[];
  /** Whether visitors or visits are counted. */
  per: (typeof owners)[number];
  /** The longest time from the first step to the last: `30m` to `90d`. */
  within: string;
  /** The property of visits that the funnel is broken down by. */
  split: SessionProperty | undefined;
  /** Nodes of a journey, 2 to 6. */
  depth: number;
  /** Whether journeys of one page are shown. */
  single: boolean;
  /** Where journeys begin or end. At most one of them is set. */
  from: Goal | undefined;
  to: Goal | undefined;
  explored: Explored;
  crawl: readonly CrawlFilter[];
  lang: Language | undefined;
}

const visitDimensions: Readonly<Record<VisitDimension, string>> = { ...sessionDimensions, exit_page: '' };

/** The lists that can be opened in full: pages, events, and visits by each of their dimensions. */
const detailNames = { page: '', event: '', ...visitDimensions } as const;
export type DetailName = keyof typeof detailNames;
export const { reportNames } = en.header;
export type ReportName = keyof typeof reportNames;
/** Views that change something, and show no report. */
export const managed = ['settings', 'access', 'alerts'] as const;
const owners = ['visitor', 'session'] as const;
export type SessionProperty = keyof typeof sessionDimensions;
export const depths = ['2', '3', '4', '5', '6'];

/**
 * Reads an address. Invalid parts are never ignored silently: without a misspelt filter the numbers would be different.
 * @param local the zone without one in the address
 * @returns the view of the valid parts, and the invalid parts
 */
export function readView(search: string, local: string): { view: View; wrong: readonly WrongPart[] } {
  const parameters = new URLSearchParams(search);
  const wrong: WrongPart[] = [];
  const names = new Set<string>();
  const textsOf = (name: string) => {
    names.add(name);
    return parameters.getAll(name);
  };

  /** @param parse returns undefined for a text that `accepts` does not cover */
  function read<T>(name: string, accepts: string, parse: (text: string) => T | undefined): T | undefined {
    const [sent, ...more] = textsOf(name);
    if (sent === undefined) return undefined;
    const value = more.length === 0 ? parse(sent) : undefined;
    if (value === undefined) {
      wrong.push(
        more.length === 0
          ? { name, sent, accepts }
          : { name, sent: [sent, ...more].join(', '), accepts: messages.address.oneValue },
      );
    }
    return value;
  }

  const readOneGoal = (name: string) =>
    read(name, messages.address.goal, (text) => {
      const goal = readGoal(text);
      return isGoal(goal) ? goal : undefined;
    });
  const readOneOf = <T extends string>(name: string, all: readonly T[]) =>
    read(name, messages.address.oneOf(all.join(', ')), (text) => all.find((one) => one === text));
  const isOn = (name: string) => read(name, '1', (text) => text === '1' || undefined) ?? false;

  const view: View = {
    site: read('site', messages.address.id, (text) =>
      isSiteId(text) || isSeveral(text) || text === newSite ? text : undefined,
    ),
    embed: isOn('embed'),
    group: read('group', messages.address.id, (text) => (isSiteId(text) ? text : undefined)),
    order: readOneOf('order', siteOrders) ?? 'visitors',
    grouped: isOn('grouped'),
    period: read('period', acceptedPeriods(), readPeriod) ?? '7d',
    tz: read('tz', messages.address.zone, (text) => canonicalZone(text) && text),
    timezone: local,
    compare: read('compare', acceptedComparisons(), readComparison) ?? 'previous',
    granularity: readOneOf('by', granularities),
    filters: readEach('filter', textsOf('filter'), mostFilters, readFilter, wrong),
    // A path without a leading slash ('..') could escape the report's own URL.
    page: read('page', messages.address.path, (text) => (text.startsWith('/') ? text : undefined)),
    detail: readOneOf('detail', keysOf(detailNames)),
    goal: readOneGoal('goal'),
    report: readOneOf('report', keysOf(reportNames)),
    steps: readEach('step', textsOf('step'), mostSteps, readGoal, wrong),
    per: readOneOf('per', owners) ?? 'visitor',
    within: read('within', messages.address.within, (text) => (isWithin(text) ? text : undefined)) ?? '7d',
    split: readOneOf('split', keysOf(sessionDimensions)),
    depth: Number(readOneOf('depth', depths) ?? 3),
    single: isOn('single'),
    from: readOneGoal('from'),
    to: readOneGoal('to'),
    explored: readExplored(read),
    crawl: readEach('crawl', textsOf('crawl'), mostFilters, readCrawl, wrong),
    lang: readOneOf('lang', keysOf(languages)),
  };

  if (view.from && view.to) {
    wrong.push({ name: 'to', sent: parameters.get('to') ?? '', accepts: messages.address.fromOrTo });
    view.to = undefined;
  }

  const unknown = [...new Set(parameters.keys())].filter((name) => !names.has(name) && !isLinkTag(name));
  // Without the value: a misplaced key, as in ?key=, should not appear on the screen.
  for (const name of unknown)
    wrong.push({ name, sent: undefined, accepts: messages.address.names([...names].join(', ')) });
  return { view: { ...view, timezone: view.tz ?? local }, wrong };
}

/** The names of members, typed. */
export const keysOf = <Name extends string>(names: Readonly<Record<Name, unknown>>) =>
  Object.keys(names) as Name[];

export const isVisitDimension = (text: string): text is VisitDimension =>
  Object.hasOwn(visitDimensions, text);

export const isSessionProperty = (text: string): text is SessionProperty =>
  Object.hasOwn(sessionDimensions, text);

export function viewText(view: View): string {
  const parameters = new URLSearchParams();
  if (view.site !== undefined) parameters.set('site', view.site);
  if (view.embed) parameters.set('embed', '1');
  if (view.group !== undefined) parameters.set('group', view.group);
  if (view.order !== 'visitors') parameters.set('order', view.order);
  if (view.grouped) parameters.set('grouped', '1');
  parameters.set('period', periodText(view.period));
  if (view.tz !== undefined) parameters.set('tz', view.tz);
  if (view.compare !== 'previous') parameters.set('compare', comparisonText(view.compare));
  if (view.granularity) parameters.set('by', view.granularity);
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  if (view.page !== undefined) parameters.set('page', view.page);
  if (view.detail) parameters.set('detail', view.detail);
  if (view.goal) parameters.set('goal', goalText(view.goal));
  if (view.report) parameters.set('report', view.report);
  for (const step of view.steps) parameters.append('step', goalText(step));
  if (view.per !== 'visitor') parameters.set('per', view.per);
  if (view.within !== '7d') parameters.set('within', view.within);
  if (view.split) parameters.set('split', view.split);
  if (view.depth !== 3) parameters.set('depth', String(view.depth));
  if (view.single) parameters.set('single', '1');
  if (view.from) parameters.set('from', goalText(view.from));
  if (view.to) parameters.set('to', goalText(view.to));
  writeExplored(view.explored, parameters);
  for (const filter of view.crawl) parameters.append('crawl', crawlText(filter));
  if (view.lang) parameters.set('lang', view.lang);
  return `?${parameters}`;
}

/** Whether the view is the list of sites. Parts for one site, such as a filter, then concern the one with the most pageviews. */
export function isHome({ site, filters, page, detail, goal, report }: View): boolean {
  return (
    site === undefined &&
    filters.length === 0 &&
    page === undefined &&
    detail === undefined &&
    goal === undefined &&
    report === undefined
  );
}
