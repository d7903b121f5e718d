import type { Parameter } from './parameter.ts';

const granularities = ['day', 'week', 'month'] as const;

export const cohortGranularity: Parameter<(typeof granularities)[number], string> = {
  name: 'granularity',
  description: 'Length of a period, in local time: days, weeks from Monday, or months. At most 60 periods.',
  accepts: `one of ${granularities.join(', ')}`,
  schema: { type: 'string', enum: granularities },
  default: 'week',
  parse: (text) => granularities.find((known) => known === text),
};
