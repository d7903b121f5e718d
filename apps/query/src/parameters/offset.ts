import type { Parameter } from './parameter.ts';
import { wholeNumber } from './whole-number.ts';

export const offset: Parameter<number, string> = {
  name: 'offset',
  description: 'Number of entries of a list to skip.',
  default: '0',
  ...wholeNumber(0, 100_000),
};
