import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const limit: Parameter<number, string> = {
  name: 'limit',
  description: 'Maximum number of entries in a list.',
  default: '20',
  ...wholeNumber(1, 100),
};

const mostSites = 1000;

/** The limit of a list that is usually short and wanted whole. */
export const limitOrAll: Parameter<number, string> = {
  ...limit,
  description: `Maximum number of entries in the list. all: ${mostSites}, the most in one response.`,
  accepts: `${limit.accepts}, or all`,
  schema: { type: 'string', pattern: '^([1-9]\\d?|100|all)$' },
  parse: (text) => (text === 'all' ? mostSites : limit.parse(text)),
};
