import { countryName, deviceName, languageName, named } from '../format/names.ts';
import { type Dimension, dimensionName, type Filter, type Operator } from './filter.ts';

/** The operators, for readers. */
export const signs: Readonly<Record<Operator, string>> = {
  ':': 'is',
  '!:': 'is not',
  '~': 'contains',
  '!~': 'does not contain',
};

const visitorNames: Readonly<Record<string, string>> = { new: 'First visit', returning: 'Repeat visit' };

/** Whether readers know its values by names, not by what requests have for them. */
export const isNamed = (dimension: Dimension) =>
  /^(country|device_type|language|visitor_type)$/.test(dimension);

/** A value, for readers. */
export function valueName(dimension: Dimension, value: string): string {
  if (dimension === 'country') return countryName(value);
  if (dimension === 'language') return languageName(value);
  if (dimension === 'visitor_type') return visitorNames[value] ?? named(value);
  return dimension === 'device_type' ? deviceName(value) : named(value);
}

/** The parts of a filter, for readers. */
export function wordsOf({ dimension, operator, values }: Filter) {
  return {
    dimension: dimensionName(dimension),
    sign: signs[operator],
    // A part of a code has no name.
    values: values
      .map((value) => (operator.endsWith('~') ? value : valueName(dimension, value)))
      .join(' or '),
  };
}
