import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const depth: Parameter<number, string> = {
  name: 'depth',
  description: 'Maximum number of nodes in a path.',
  accepts: 'a whole number from 2 to 6',
  schema: { type: 'integer', minimum: 2, maximum: 6 },
  default: '3',
  parse: wholeNumber(2, 6),
};
