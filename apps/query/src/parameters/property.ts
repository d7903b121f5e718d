import { propName } from '@tallyhouse/ping';
import type { Parameter } from './parameter.ts';

const form = `^${propName}$`;

export const property: Parameter<string, undefined> = {
  name: 'property',
  description: 'The name of a property, whose values are listed. The names of all properties by default.',
  accepts: '1 to 40 of the characters A-Z a-z 0-9 _ . -',
  schema: { type: 'string', pattern: form, examples: ['plan'] },
  default: undefined,
  parse: (text) => (new RegExp(form).test(text) ? text : undefined),
};
