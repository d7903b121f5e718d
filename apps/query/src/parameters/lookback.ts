import { day } from '@tallyhouse/facts';
import type { Parameter } from './parameter.ts';

const longest = 90;

/** Milliseconds. */
export const lookback: Parameter<number, string> = {
  name: 'lookback',
  description: 'The longest time from the first ping of a session to a conversion that it led to, inclusive.',
  accepts: `a number of days, from 1d to ${longest}d`,
  schema: { type: 'string', pattern: '^\\d{1,2}d$', examples: ['7d', '30d', '90d'] },
  default: '30d',
  parse(text) {
    const [, digits] = /^(\d{1,2})d$/.exec(text) ?? [];
    const days = Number(digits);
    return days >= 1 && days <= longest ? days * day : undefined;
  },
};
