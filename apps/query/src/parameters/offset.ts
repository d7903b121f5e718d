import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const offset: Parameter<number, string> = {
  name: 'offset',
  description: 'Number of entries of a list to skip.',
  accepts: 'a whole number from 0 to 100000',
  schema: { type: 'integer', minimum: 0, maximum: 100_000 },
  default: '0',
  parse: wholeNumber(0, 100_000),
};
