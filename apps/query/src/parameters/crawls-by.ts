import { oneOf } from './one-of.ts';

export const crawlersBy = oneOf(['name', 'operator', 'purpose', 'page'], {
  name: 'by',
  description: 'What each row is about.',
  default: 'name',
});

export const coverageBy = oneOf(['page', 'browser', 'bucket'], {
  name: 'by',
  description:
    'What each row is about; bucket is an hour, day, week or month. Without it the report is about all lines.',
  default: undefined,
});
