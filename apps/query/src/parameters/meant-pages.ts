/**
 * Resolves the pages in values of `page`, `entry_page` and `exit_page`, and in the path of an address. A stored page matches itself. People
 * also write pages as browsers show them, `/thanks/` or `/caf%C3%A9`: these match the page that a ping of this address has, with its fragment
 * where such a page was viewed (`data-hash`). Values of `~` stay as they are.
 */

import type { Filter } from '@tallyhouse/filter';
import { pageMeant } from '@tallyhouse/ping';
import type { ListedSites } from '@tallyhouse/sites';

export interface NamedPage {
  page: string;
}

/** The pages of a list that have ever been viewed. */
type FindStored = (pages: string[]) => Promise<readonly string[]>;

/**
 * Replaces pages in the values of parameters.
 * @param ids the requested sites: with several sites and different `query_parameters`, an address may match a page of each
 * @param findStored called only when a value is not written as pages are stored
 */
export async function withMeantPages<Values extends object>(
  values: Values,
  ids: readonly string[],
  { sites }: ListedSites,
  findStored: FindStored,
): Promise<Values> {
  const lists = ids.map((id) => sites.get(id)?.query_parameters ?? []);
  const kept = [...new Map(lists.map((names) => [JSON.stringify(names), names])).values()];
  const meant = (text: string) => [...new Set(kept.map((names) => pageMeant(text, names)))];
  /** For each value the pages that its address means, and those with its fragment. */
  const written = new Map<string, { paths: string[]; routes: string[] }>();
  withPages(values, (text) => {
    // Events without a page have an empty one.
    if (text !== '') {
      const routes = meant(withFragment(text)).filter((path) => path.includes('#'));
      written.set(text, { paths: meant(text), routes });
    }
    return [text];
  });
  const odd = [...written].filter(([page, { paths }]) => paths.some((path) => path !== page));
  const asked = [...new Set(odd.flatMap(([page, { paths, routes }]) => [page, ...paths, ...routes]))];
  const stored = new Set(asked.length > 0 ? await findStored(asked) : []);
  return withPages(
    values,
    (text) => {
      if (stored.has(text)) return [text];
      const { paths = [], routes = [] } = written.get(text) ?? {};
      const viewed = routes.filter((path) => stored.has(path));
      // An event may have a page without a view.
      return viewed.length > 0 ? viewed : [text, ...paths];
    },
    (pages) => pages.find((page) => stored.has(page)) ?? pages[1],
  );
}

/** An address whose fragment is a part of its path, as the tracker sends it with `data-hash`. */
const withFragment = (address: string) => address.replace(/^([^?#]*)(\?[^#]*)?#([^?]*).*/s, '$1%23$3$2');

/**
 * Replaces the pages in values.
 * @param pagesOf the pages for a page of a condition
 * @param one chooses one of them for a page that is a value of its own
 */
function withPages<Values extends object>(
  values: Values,
  pagesOf: (text: string) => string[],
  one = ([page]: string[]): string | undefined => page,
): Values {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    if (isNamedPage(value)) return { page: one(pagesOf(value.page)) ?? value.page };
    if (isOnPage(value)) return { ...value, values: [...new Set(value.values.flatMap(pagesOf))] };
    return hasConditions(value) ? { ...value, conditions: changed(value.conditions) } : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, changed(value)])) as Values;
}

const pageColumns = ['page_path', 'entry_page', 'exit_page'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isOnPage = (value: unknown): value is Filter =>
  isFilter(value) && pageColumns.includes(value.dimension.column) && value.operator.endsWith(':');

const isFilter = (value: unknown): value is Filter =>
  isObject(value) && 'dimension' in value && 'operator' in value && 'values' in value;

const hasConditions = (value: unknown): value is { conditions: Filter[] } =>
  isObject(value) && 'conditions' in value;

const isNamedPage = (value: unknown): value is NamedPage =>
  isObject(value) && 'page' in value && typeof value.page === 'string';
