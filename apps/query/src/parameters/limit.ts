import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const limit: Parameter<number, string> = {
  name: 'limit',
  description: 'Maximum number of entries in a list.',
  accepts: 'a whole number from 1 to 100',
  schema: { type: 'integer', minimum: 1, maximum: 100 },
  default: '20',
  parse: wholeNumber(1, 100),
};
