/**
 * Finds out which pages are meant by the values of `page`, `entry_page` and `exit_page`, and by the path of a page in an address. Whatever
 * is stored means itself. People also write pages as browsers show them, `/thanks/` or `/caf%C3%A9`: then the path is meant that
 * pings of this address have. Values of `~` stay as they are.
 */

import type { Filter } from '@tallyhouse/filter';
import { pageMeant } from '@tallyhouse/ping';
import type { ListedSites } from '@tallyhouse/sites';

/** The path of a page, as a value of its own. */
export interface NamedPage {
  page: string;
}

/** The pages of a list that have ever been viewed. */
type FindStored = (pages: string[]) => Promise<readonly string[]>;

/**
 * Values of parameters with the pages that are meant by them.
 * @param ids the sites that are asked for: of several with other `query_parameters`, an address may mean a page of each
 * @param findStored is called only where a value is not written as pages are stored
 */
export async function withMeantPages<Values extends object>(
  values: Values,
  ids: readonly string[],
  { sites }: ListedSites,
  findStored: FindStored,
): Promise<Values> {
  const lists = ids.map((id) => sites.get(id)?.query_parameters ?? []);
  const kept = [...new Map(lists.map((names) => [JSON.stringify(names), names])).values()];
  const written = new Map<string, string[]>();
  withPages(values, (text) => {
    // An empty page is that of an event without one.
    if (text !== '') written.set(text, [...new Set(kept.map((names) => pageMeant(text, names)))]);
    return [text];
  });
  const odd = [...written].filter(([page, meant]) => meant.some((path) => path !== page));
  const asked = [...new Set(odd.flatMap(([page, meant]) => [page, ...meant]))];
  const stored = new Set(asked.length > 0 ? await findStored(asked) : []);
  return withPages(
    values,
    // An event may have a page that nobody has viewed.
    (text) => (stored.has(text) ? [text] : [text, ...(written.get(text) ?? [])]),
    (pages) => pages.find((page) => stored.has(page)) ?? pages[1],
  );
}

/**
 * Values with other pages.
 * @param pagesOf what stands for a page of a condition
 * @param one chooses from these for a page that is a value of its own
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
