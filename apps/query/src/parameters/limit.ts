import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

const ofLists = wholeNumber(1, 100);

export const limit: Parameter<number, string> = {
  name: 'limit',
  description: 'Maximum number of entries in a list.',
  accepts: 'a whole number from 1 to 100',
  schema: { type: 'integer', minimum: 1, maximum: 100 },
  default: '20',
  parse: ofLists,
};

/** Entries that `limit=all` stands for. */
const mostSites = 1000;

/** The limit of a list that is short for nearly everybody, and wanted whole. */
export const limitOrAll: Parameter<number, string> = {
  ...limit,
  description: `Maximum number of entries in the list. all: ${mostSites}, the most that one answer holds.`,
  accepts: `${limit.accepts}, or all`,
  schema: { type: 'string', pattern: '^([1-9]\\d?|100|all)$' },
  parse: (text) => (text === 'all' ? mostSites : ofLists(text)),
};
