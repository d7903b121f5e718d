import type { Dimension, Filter } from '../filters/filter.ts';

const untagged = 'No visit of this period came through a tagged link (such as utm_campaign).';

/** Properties that few visits have, and what to say when none has: their lists leave out the visits without a value. */
const optional: Partial<Record<Dimension, string>> = {
  utm_source: untagged,
  utm_campaign: untagged,
  entry_referrer: 'No visit of this period came from a page that gives its address.',
};

export const isOptional = (dimension: Dimension) => Object.hasOwn(optional, dimension);

/** Why the list of such a property is empty. */
export const noneHas = (dimension: Dimension) => optional[dimension];

/** The filter of visits with a value. */
export const withValue = (dimension: Dimension): Filter => ({ dimension, operator: '!:', values: [''] });
