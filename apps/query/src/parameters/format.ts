import { type Format, formats } from './formats.ts';
import type { Parameter } from './parameter.ts';

export const format: Parameter<Format, string> = {
  name: 'format',
  description: 'CSV with a header line, JSON Lines, or Parquet.',
  accepts: `one of ${Object.keys(formats).join(', ')}`,
  schema: { type: 'string', enum: Object.keys(formats) },
  default: 'csv',
  parse: (text) => Object.entries(formats).find(([name]) => name === text)?.[1],
};
