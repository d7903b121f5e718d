import { type Filter, parseFilter, parseGoal } from '@tallyhouse/filter';
import { hostMatcher, pageMeant, queryIn } from '@tallyhouse/ping';
import { readUrl } from '@tallyhouse/service/read-url';
import { pathMatcher } from '../../path-matcher.ts';
import type { Site } from '../../sites-file.ts';

/**
 * Warnings about pages in goals, funnels, segments and exclusions of a site that no ping can have. Otherwise no one would notice: the goal
 * is valid, but never has conversions.
 */
export function pageWarnings(id: string, site: Site): string[] {
  const { goals = {}, funnels = {}, segments = {} } = site;
  const ofGoal = (text: string) => {
    const { conditions = [], on } = parseGoal(text) ?? {};
    // Events may have no page.
    return pagesIn(conditions).filter((page) => page !== '' || on === 'pageviews');
  };
  const ofSegment = (filters: string[]) =>
    pagesIn(filters.flatMap((text) => parseFilter(text) ?? [])).filter(Boolean);
  const named = [
    ...Object.entries(goals).map(([name, goal]) => [`goals.${name}`, ofGoal(goal)] as const),
    ...Object.entries(funnels).map(([name, steps]) => [`funnels.${name}`, steps.flatMap(ofGoal)] as const),
    ...Object.entries(segments).map(([name, filters]) => [`segments.${name}`, ofSegment(filters)] as const),
  ];
  const wrongWith = problemOf(site);
  const ofPages = named.flatMap(([name, pages]) =>
    pages.flatMap((page) => {
      const problem = wrongWith(page);
      return problem === undefined ? [] : [`sites.${id}.${name}: ${page && `${page} `}${problem}`];
    }),
  );
  return [...uselessPatterns(id, site), ...ofPages];
}

const uselessPatterns = (id: string, { exclude }: Site) =>
  (exclude?.paths ?? [])
    .filter((pattern) => queryIn(pattern).length > 0)
    .map(
      (pattern) =>
        `sites.${id}.exclude.paths: ${pattern} drops no ping, as paths are compared without their query`,
    );

const pagesIn = (conditions: readonly Filter[]) =>
  conditions.flatMap(({ dimension: { column }, operator, values }) =>
    ['page_path', 'entry_page', 'exit_page'].includes(column) && operator === ':' ? values : [],
  );

/** What excludes pings of a page; undefined if nothing does. */
function problemOf({ hosts, exclude, query_parameters = [] }: Site): (page: string) => string | undefined {
  const isOwnHost = hosts === undefined ? () => true : hostMatcher(hosts);
  const isExcluded = pathMatcher(exclude?.paths ?? []);
  return (page) => {
    if (page === '') return 'page: is empty, which no view is: page:/ is the home page';
    const host = /^https?:/i.test(page) ? readUrl(page)?.hostname : undefined;
    if (host !== undefined && !isOwnHost(host))
      return `is on a host that is not one of hosts: its pings are dropped`;
    if (isExcluded(pageMeant(page, []))) return 'is excluded by exclude.paths: its pings are dropped';
    const lost = [...new Map(queryIn(page)).keys()].filter((name) => !query_parameters.includes(name));
    if (lost.length === 0) return undefined;
    return `means ${pageMeant(page, query_parameters)}, as query_parameters does not name ${lost.join(', ')}`;
  };
}
