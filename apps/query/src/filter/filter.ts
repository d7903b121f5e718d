import { type Dimension, dimensions } from './dimensions.ts';

/** As they stand between dimension and values: is, is not, contains, does not contain. */
const operators = [':', '!:', '~', '!~'] as const;

/** One condition: a row passes when its value is (or contains) one of `values`; with `!`, when it is none of them. */
export interface Filter {
  /** As it was sent. */
  text: string;
  dimension: Dimension;
  operator: (typeof operators)[number];
  values: string[];
}

export const mostValues = 100;
export const longestValue = 2000;

/** Reads `source:Google|Bing` and the like; undefined for what is no filter. */
export function parseFilter(text: string): Filter | undefined {
  const [, name = '', sign, listed = ''] = /^([a-z_]+)(!?[:~])(.*)$/s.exec(text) ?? [];
  const dimension = dimensions.get(name);
  const operator = operators.find((known) => known === sign);
  if (dimension === undefined || operator === undefined) return undefined;
  const values = split(listed);
  if (values.length > mostValues || values.some((value) => value.length > longestValue)) return undefined;
  // A misspelt visitor_type:retuning would select nothing, and say nothing.
  const known = operator.endsWith('~') ? undefined : dimension.values;
  if (known && !values.every((value) => known.includes(value))) return undefined;
  return { text, dimension, operator, values };
}

/** Values stand between `|`. `\|` and `\\` mean the second character; in front of any other, `\` means itself. */
function split(text: string): string[] {
  const values: string[] = [];
  let value = '';
  for (const [part] of text.matchAll(/\\[\\|]|./gs)) {
    if (part === '|') {
      values.push(value);
      value = '';
    } else {
      value += part.slice(-1);
    }
  }
  return [...values, value];
}
