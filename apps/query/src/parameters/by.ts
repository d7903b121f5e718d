import type { Parameter } from './parameter.ts';

const owners = ['visitor', 'session'] as const;

export const by: Parameter<(typeof owners)[number], string> = {
  name: 'by',
  description: 'Who does the steps: a visitor, within the time of within, or a session.',
  accepts: `one of ${owners.join(', ')}`,
  schema: { type: 'string', enum: owners },
  default: 'visitor',
  parse: (text) => owners.find((known) => known === text),
};
