import type { Parameter } from './parameter.ts';

const sets = ['standard', 'all'] as const;

export const columns: Parameter<(typeof sets)[number], string> = {
  name: 'columns',
  description: 'With all, columns that were added later follow the standard ones.',
  accepts: `one of ${sets.join(', ')}`,
  schema: { type: 'string', enum: sets },
  default: 'standard',
  parse: (text) => sets.find((set) => set === text),
};
