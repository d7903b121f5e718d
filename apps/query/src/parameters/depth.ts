import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const depth: Parameter<number, string> = {
  name: 'depth',
  description: 'Maximum number of nodes in a path.',
  default: '3',
  ...wholeNumber(2, 6),
};
