import type { Dimension, Filter } from '../filters/filter.ts';
import { messages } from '../words/words.ts';

/** Properties that few visits have, with the text for none: their lists leave out visits without a value. */
const optional: Partial<Record<Dimension, 'untagged' | 'withoutReferrer'>> = {
  utm_source: 'untagged',
  utm_campaign: 'untagged',
  entry_referrer: 'withoutReferrer',
};

export const isOptional = (dimension: Dimension) => Object.hasOwn(optional, dimension);

export function noneHas(dimension: Dimension): string | undefined {
  const why = optional[dimension];
  return why && messages.panels[why];
}

/** The filter of visits with a value. */
export const withValue = (dimension: Dimension): Filter => ({ dimension, operator: '!:', values: [''] });
