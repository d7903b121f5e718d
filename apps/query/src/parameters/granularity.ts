import { oneOf } from './one-of.ts';

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

export const granularity = oneOf(granularities, {
  name: 'granularity',
  description: 'Length of a bucket, in local time. By default hour for up to 48 hours, else day.',
  default: undefined,
});
