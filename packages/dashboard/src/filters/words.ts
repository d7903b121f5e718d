import { countryName, deviceName, named } from '../format/names.ts';
import { dimensionName, type Filter } from './filter.ts';

const signs = { ':': 'is', '!:': 'is not', '~': 'contains', '!~': 'does not contain' } as const;

/** The parts of a filter, for readers. */
export function wordsOf({ dimension, operator, values }: Filter) {
  const name = dimension === 'country' ? countryName : dimension === 'device_type' ? deviceName : named;
  return {
    dimension: dimensionName(dimension),
    sign: signs[operator],
    values: values.map((value) => name(value)).join(' or '),
  };
}
