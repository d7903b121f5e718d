import { propName } from '@tallyhouse/ping/prop-name';
import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { joined } from '../words/joined.ts';
import { messages } from '../words/words.ts';

/** One condition, in the API's form: `source:Google`. */
export interface Filter {
  dimension: Dimension;
  operator: Operator;
  values: string[];
}

export const operators = [':', '!:', '~', '!~'] as const;
type Operator = (typeof operators)[number];

/** The dimensions to filter by, with their English names. */
export const dimensions = {
  page: 'Page',
  ...sessionDimensions,
  exit_page: 'Exit page',
  referrer: 'Referrer',
  visitor_type: 'Visit',
  event: 'Event',
} as const;

export const listedDimensions = Object.keys(dimensions) as (keyof typeof dimensions)[];

/** The list's dimensions, and each property of events. */
export type Dimension = keyof typeof dimensions | Property;
type Property = `${typeof prefix}${string}`;
const prefix = 'prop.';
const property = new RegExp(`^prop\\.${propName}$`);

/** The dimension of a property. @param name 1 to 40 of `A-Za-z0-9_.-`, as in the API's answers */
export const propertyDimension = (name: string): Property => `${prefix}${name}`;

export function dimensionName(dimension: Dimension): string {
  if (isProperty(dimension)) return dimension.slice(prefix.length);
  const english = dimensions[dimension];
  return messages.filters.dimensions.get(english)?.[0] ?? english;
}

/** The heading of a list of its values. */
export function dimensionNames(dimension: Dimension): string {
  // The owner named a property of events.
  if (isProperty(dimension)) return dimensionName(dimension);
  const english = dimensions[dimension];
  const [, many] = messages.filters.dimensions.get(english) ?? [];
  return many ?? (english.endsWith('s') ? english : english.replace(/y$/, 'ie').concat('s'));
}

/** The form for requests and the address. `|` separates values, so one inside a value is escaped. */
export function filterText({
  dimension,
  operator,
  values,
}: Omit<Filter, 'dimension'> & { dimension: string }): string {
  return `${dimension}${operator}${values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')}`;
}

/** The API's limit. */
export const mostFilters = 20;
const mostValues = 100;
const longestValue = 2000;
const visitorTypes = ['new', 'returning'];

/** The parts of a filter of any kind. */
export function readCondition(
  text: string,
): (Omit<Filter, 'dimension'> & { name: string }) | { accepts: string } {
  const [, name, sign, listed = ''] = /^([^:~!]*)(!?[:~])(.*)$/s.exec(text) ?? [];
  const operator = operators.find((known) => known === sign);
  if (name === undefined || operator === undefined) return { accepts: messages.address.filter };
  const values = valuesOf(listed);
  if (values.length > mostValues || values.some((value) => value.length > longestValue))
    return { accepts: messages.address.filterValues(`${mostValues}`, `${longestValue}`) };
  return { name, operator, values };
}

/**
 * Reads a filter as strictly as the API does, because an address can contain anything.
 * @returns for an invalid text, what would be accepted, for the reader
 */
export function readFilter(text: string): Filter | { accepts: string } {
  const read = readCondition(text);
  if ('accepts' in read) return read;
  const { name, operator, values } = read;
  if (!isDimension(name))
    return { accepts: messages.address.filterNames(Object.keys(dimensions).join(', ')) };
  const exact = operator === ':' || operator === '!:';
  if (name === 'visitor_type' && exact && !values.every((value) => visitorTypes.includes(value))) {
    return {
      accepts: joined(
        messages.general.either,
        visitorTypes.map((value) => `${name}${operator}${value}`),
      ),
    };
  }
  return { dimension: name, operator, values };
}

/** The values of a filter's text. */
function valuesOf(listed: string): string[] {
  const values = [''];
  for (const [part] of listed.matchAll(/\\[\\|]|./gsu)) {
    if (part === '|') values.push('');
    else values.push(`${values.pop()}${/^\\[\\|]$/.test(part) ? part.slice(1) : part}`);
  }
  return values;
}

export function isDimension(name: string): name is Dimension {
  return Object.hasOwn(dimensions, name) || property.test(name);
}

function isProperty(dimension: Dimension): dimension is Property {
  return dimension.startsWith(prefix);
}

/** Whether the filters select exactly this value. */
export function isChosen(filters: readonly Filter[], dimension: Dimension, value: string): boolean {
  return filters.some((filter) => isExactly(filter, dimension, value));
}

/** Sets the filter of each dimension to one value; removes it if that value was already selected. */
export function toggled(
  filters: readonly Filter[],
  wanted: readonly (readonly [Dimension, string])[],
): Filter[] {
  const others = filters.filter((filter) => !wanted.some(([dimension]) => dimension === filter.dimension));
  const chosen = wanted.every(([dimension, value]) => isChosen(filters, dimension, value));
  if (chosen) return others;
  return [
    ...others,
    ...wanted.map(([dimension, value]): Filter => ({ dimension, operator: ':', values: [value] })),
  ];
}

/** Adds a filter. Equal conditions on one property become alternatives: no visit has two countries. */
export function added(filters: readonly Filter[], one: Filter): Filter[] {
  const before = filters.find(
    ({ dimension, operator }) => operator === ':' && operator === one.operator && dimension === one.dimension,
  );
  if (before === undefined) return [...filters, one];
  const values = [...new Set([...before.values, ...one.values])];
  return filters.map((filter) => (filter === before ? { ...filter, values } : filter));
}

function isExactly(filter: Filter, dimension: Dimension, value: string): boolean {
  const [first, ...others] = filter.values;
  return filter.dimension === dimension && filter.operator === ':' && first === value && others.length === 0;
}
