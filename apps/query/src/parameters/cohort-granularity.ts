import { oneOf } from './one-of.ts';

export const cohortGranularity = oneOf(['day', 'week', 'month'], {
  name: 'granularity',
  description: 'Length of a period, in local time: days, weeks from Monday, or months. At most 60 periods.',
  default: 'week',
});
