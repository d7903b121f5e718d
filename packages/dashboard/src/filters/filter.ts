/** One condition, as the API has it: `source:Google`. */
export interface Filter {
  dimension: Dimension;
  operator: Operator;
  values: string[];
}

const operators = [':', '!:', '~', '!~'] as const;
type Operator = (typeof operators)[number];

/** What can be filtered by, with the name a reader knows it by. */
export const dimensions = {
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  source: 'Source',
  medium: 'Medium',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'Campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  country: 'Country',
  region: 'Region',
  city: 'City',
  browser: 'Browser',
  browser_version: 'Browser version',
  os: 'System',
  os_version: 'System version',
  device_type: 'Device',
  visitor_type: 'Visitors',
} as const;
export type Dimension = keyof typeof dimensions;

/** As it is sent and kept in the address. `|` stands between values, so one inside is escaped. */
export function filterText({ dimension, operator, values }: Filter): string {
  return `${dimension}${operator}${values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')}`;
}

/** As many as the API takes. */
export const mostFilters = 20;
const mostValues = 100;
const longestValue = 2000;
const visitorTypes = ['new', 'returning'];

/**
 * Reads a filter as strictly as the API does: an address can say anything.
 * @returns in place of a filter what the text would have to be, for a reader
 */
export function readFilter(text: string): Filter | { accepts: string } {
  const [, name, sign, listed = ''] = /^([^:~!]*)(!?[:~])(.*)$/s.exec(text) ?? [];
  const operator = operators.find((known) => known === sign);
  if (name === undefined || operator === undefined) {
    return { accepts: 'a name, one of the signs : !: ~ !~ and a value, such as country:NL' };
  }
  if (!isDimension(name)) return { accepts: `one of the names ${Object.keys(dimensions).join(', ')}` };
  const values = valuesOf(listed);
  if (values.length > mostValues || values.some((value) => value.length > longestValue)) {
    return { accepts: `at most ${mostValues} values, each of at most ${longestValue} characters` };
  }
  const exact = operator === ':' || operator === '!:';
  if (name === 'visitor_type' && exact && !values.every((value) => visitorTypes.includes(value))) {
    return { accepts: visitorTypes.map((value) => `${name}${operator}${value}`).join(' or ') };
  }
  return { dimension: name, operator, values };
}

function valuesOf(listed: string): string[] {
  const values = [''];
  for (const [part] of listed.matchAll(/\\[\\|]|./gsu)) {
    if (part === '|') values.push('');
    else values.push(`${values.pop()}${/^\\[\\|]$/.test(part) ? part.slice(1) : part}`);
  }
  return values;
}

function isDimension(name: string): name is Dimension {
  return Object.hasOwn(dimensions, name);
}

/** Whether a value is what the filters ask for, alone. */
export function isChosen(filters: readonly Filter[], dimension: Dimension, value: string): boolean {
  return filters.some((filter) => isExactly(filter, dimension, value));
}

/** Asks for one value of each dimension in place of what was asked of it; takes it back when it is chosen already. */
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

/** The opposite: is and is not, contains and does not contain. */
export function inverted(filter: Filter): Filter {
  const opposites = { ':': '!:', '!:': ':', '~': '!~', '!~': '~' } as const;
  return { ...filter, operator: opposites[filter.operator] };
}

function isExactly(filter: Filter, dimension: Dimension, value: string): boolean {
  const [first, ...others] = filter.values;
  return filter.dimension === dimension && filter.operator === ':' && first === value && others.length === 0;
}
