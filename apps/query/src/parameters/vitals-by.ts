import { oneOf } from './one-of.ts';

export const vitalsBy = oneOf(['page', 'country', 'device_type', 'browser', 'os', 'bucket'], {
  name: 'by',
  description:
    'What each row is about; bucket is an hour, day, week or month. Without it there is one row about all pageviews.',
  default: undefined,
});
