import type { Parameter } from './parameter.ts';

export const raw: Parameter<boolean, string> = {
  name: 'raw',
  description:
    "With 1, text in a CSV file is unchanged. Otherwise text that a spreadsheet would run, because it begins with =, +, -, @, a tab or a carriage return, gets a leading '.",
  accepts: '0 or 1',
  schema: { type: 'string', enum: ['0', '1'] },
  default: '0',
  parse: (text) => (text === '0' || text === '1' ? text === '1' : undefined),
};
