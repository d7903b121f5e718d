import { spelling } from '@tallyhouse/ping/spelling';
import {
  crawlDimensionOf,
  crawlDimensionPattern,
  type Dimension,
  dimensionOf,
  dimensionPattern,
} from './dimensions.ts';

/** Between dimension and values: is, is not, contains, does not contain. */
const operators = [':', '!:', '~', '!~'] as const;

/** A condition on one dimension: a row passes when its value is (or contains) one of `values`; with `!`, none of them. */
export interface Filter {
  text: string;
  dimension: Dimension;
  operator: (typeof operators)[number];
  values: string[];
}

export const mostValues = 100;
export const longestValue = 2000;

const formWith = (names: string) => new RegExp(`^(${names})(!?[:~])(.*)$`, 's');
const form = formWith(dimensionPattern);
const crawlForm = formWith(crawlDimensionPattern);

/** Parses `source:Google|Bing` and the like; undefined when it is not a filter. */
export const parseFilter = (text: string): Filter | undefined => parse(text, form, dimensionOf);

/** The same for reports of crawlers, such as `operator:OpenAI`. */
export const parseCrawlFilter = (text: string): Filter | undefined =>
  parse(text, crawlForm, crawlDimensionOf);

function parse(
  text: string,
  form: RegExp,
  dimensionOf: (name: string) => Dimension | undefined,
): Filter | undefined {
  const [, name = '', sign, listed = ''] = form.exec(text) ?? [];
  const dimension = dimensionOf(name);
  const operator = operators.find((known) => known === sign);
  if (dimension === undefined || operator === undefined) return undefined;
  // A part of a value stays as it is.
  const storedAs = operator.endsWith('~') ? undefined : spelling[dimension.column];
  // `\|` and `\\` mean the second character; before any other character `\` means itself.
  const split = splitAt(listed, '|', /\\[\\|]|./gs, (piece) => piece.slice(-1));
  const values = split.map((value) => storedAs?.(value) ?? value);
  if (values.length > mostValues || values.some((value) => value.length > longestValue)) return undefined;
  // Otherwise a misspelt visitor_type:retuning would select nothing, without an error.
  const known = operator.endsWith('~') ? undefined : dimension.values;
  if (known && !values.every((value) => known.includes(value))) return undefined;
  return { text, dimension, operator, values };
}

/** Splits a text at a separator. @param pieces finds escapes and single characters @param meaning of one that is no separator */
export function splitAt(
  text: string,
  separator: string,
  pieces: RegExp,
  meaning: (piece: string) => string,
): string[] {
  const parts: string[] = [];
  let part = '';
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === separator) {
      parts.push(part);
      part = '';
    } else {
      part += meaning(piece);
    }
  }
  return [...parts, part];
}
