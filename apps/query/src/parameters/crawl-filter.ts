import {
  crawlDimensionPattern,
  crawlDimensions,
  dimensions,
  type Filter,
  longestValue,
  mostValues,
  parseCrawlFilter,
} from '@tallyhouse/filter';
import { filter } from './filter.ts';
import type { RepeatedParameter } from './parameter.ts';

const names = [
  ...new Set([...crawlDimensions.keys(), ...dimensions.keys()]),
  'prop.<name of a property of events>',
];

/** `filter` for reports of crawlers: by columns of requests. */
export const crawlFilter: RepeatedParameter<Filter> = {
  ...filter,
  description:
    'Narrows the report. All filters must hold; of the values of one filter, any. A request belongs to no visit: properties of visits and events are empty. An empty value (operator:) selects unknown values; ~ ignores case. With : and !: a page may also be written as browsers show its address.',
  accepts:
    'dimension:value (is), dimension!:value (is not), dimension~value (contains) or dimension!~value (does not contain), ' +
    `sent at most ${filter.most} times, each with up to ${mostValues} values of ${longestValue} characters between "|" ` +
    `("\\" escapes "|" and itself); the dimensions are ${names.join(', ')}`,
  schema: {
    type: 'string',
    pattern: `^(${crawlDimensionPattern})!?[:~]`,
    examples: ['operator:OpenAI', 'purpose:training|answers', 'page~/blog/', 'seen_by:log'],
  },
  parse: parseCrawlFilter,
};
