import {
  dimensionPattern,
  dimensions,
  type Filter,
  longestValue,
  mostValues,
  parseFilter,
} from '@tallyhouse/filter';
import type { RepeatedParameter } from './parameter.ts';

const names = [...dimensions.keys(), 'prop.<name of a property of events>'].join(', ');
const most = 20;

export const filter: RepeatedParameter<Filter> = {
  name: 'filter',
  description:
    'Narrows the report. All filters must hold; of the values of one filter, any. A session dimension ' +
    '(all but page and referrer) selects sessions and their pageviews; page and referrer select pageviews, and the sessions ' +
    'with such a pageview in the period; event and prop.<name> select events, and the sessions with such an event in the period. An empty value (source:) selects unknown values; ~ ignores case. With : and !: a page may also be written as browsers show its address.',
  accepts:
    'dimension:value (is), dimension!:value (is not), dimension~value (contains) or dimension!~value (does not contain), ' +
    `sent at most ${most} times, each with up to ${mostValues} values of ${longestValue} characters between "|" ` +
    `("\\" escapes "|" and itself); the dimensions are ${names}, and a visitor_type is new or returning`,
  schema: {
    type: 'string',
    pattern: `^(${dimensionPattern})!?[:~]`,
    examples: ['source:Google|Bing', 'page~/blog/', 'country!:NL', 'event:Signup', 'prop.plan:pro'],
  },
  default: undefined,
  most,
  parse: parseFilter,
};
