import type { Parameter } from './parameter.ts';

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

export const granularity: Parameter<Granularity, undefined> = {
  name: 'granularity',
  description: 'Length of a bucket, in local time. By default hour for up to 48 hours, else day.',
  accepts: `one of ${granularities.join(', ')}`,
  schema: { type: 'string', enum: granularities },
  default: undefined,
  parse: (text) => granularities.find((known) => known === text),
};
