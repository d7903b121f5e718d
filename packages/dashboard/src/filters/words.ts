import { countryName, deviceName, languageName, named } from '../format/names.ts';
import { joined } from '../words/joined.ts';
import { messages } from '../words/words.ts';
import { type Dimension, dimensionName, type Filter } from './filter.ts';

/** Whether its values are shown by names, not as in requests. */
export const isNamed = (dimension: Dimension) =>
  /^(country|device_type|language|visitor_type)$/.test(dimension);

export function valueName(dimension: Dimension, value: string): string {
  if (dimension === 'country') return countryName(value);
  if (dimension === 'language') return languageName(value);
  if (dimension === 'visitor_type')
    return new Map(Object.entries(messages.filters.visits)).get(value) ?? named(value);
  return dimension === 'device_type' ? deviceName(value) : named(value);
}

export function wordsOf({ dimension, operator, values }: Filter) {
  return {
    dimension: dimensionName(dimension),
    sign: messages.filters.signs[operator],
    // A part of a code has no name.
    values: joined(
      messages.general.either,
      values.map((value) => (operator.endsWith('~') ? value : valueName(dimension, value))),
    ),
  };
}

/** A filter in one text. */
export function conditionOf(filter: Filter): string {
  const { dimension, sign, values } = wordsOf(filter);
  return `${dimension} ${sign} ${values}`;
}
